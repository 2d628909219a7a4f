// Improves the checkout; everything works without it.
"use strict";

// A form that pays is sent once.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = !event.defaultPrevented; });
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

// What is chosen counts at once, and what was typed below stays. Until the new amount is there nobody can pay.
const order = document.querySelector("form[data-order]");
const payment = document.querySelector("form[data-once]");
if (order && payment) {
  const pay = payment.querySelector("button");

  const swap = (page) => {
    const active = document.activeElement.id;
    for (const part of [".amount", "tbody", "tfoot", "form[data-once] > button"]) {
      document.querySelector(part).replaceChildren(...document.adoptNode(page.querySelector(part)).childNodes);
    }
    for (const name of ["expected_amount", "attempt"]) payment.elements[name].value = page.querySelector(`[name=${name}]`).value;
    if (active) document.getElementById(active)?.focus();
  };

  const update = async () => {
    pay.disabled = true;
    try {
      const answer = await fetch(order.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(order)) });
      if (!answer.redirected) throw new Error("It was refused.");
      swap(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      order.submit(); // The page that answers says why.
    }
    pay.disabled = false;
  };

  order.addEventListener("change", () => order.requestSubmit());
  order.addEventListener("submit", (event) => {
    event.preventDefault();
    update();
  });
  payment.addEventListener("submit", (event) => {
    if (!order.reportValidity()) event.preventDefault();
  });
}
