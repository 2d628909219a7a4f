// Improves the checkout; everything works without it.
"use strict";

// A form that pays is sent once.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", () => {
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
  });
}
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("form[data-once] button")) button.disabled = false;
});

// Groups of four digits, as on the card.
const number = document.getElementById("number");
if (number) {
  number.addEventListener("blur", () => {
    const digits = number.value.replace(/[ -]/g, "");
    if (/^\d{12,19}$/.test(digits)) number.value = digits.replace(/(\d{4})(?=\d)/g, "$1 ");
  });
}

// On to the shop, after the page could be read.
const onward = document.querySelector("a[data-continue]");
if (onward) setTimeout(() => { location.href = onward.href; }, 1500);
