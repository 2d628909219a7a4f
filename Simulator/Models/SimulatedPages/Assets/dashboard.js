// Keeps a page of the dashboard up to date: the gateway tells when something happened, and the page is read anew.
// Without it everything works; a reload shows what is new.
"use strict";

(() => {
  const live = document.getElementById("live");
  const news = document.getElementById("news");
  if (!live || !news || !window.EventSource) return;

  // Nothing is replaced between pressing and letting go, or the click would be lost.
  let isPressed = false;
  let isLate = false;
  live.addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => setTimeout(() => {
      isPressed = false;
      if (isLate) refresh();
    }));
  }

  // Whoever is filling in a form is not disturbed.
  const isBusy = () => {
    const active = document.activeElement;
    if (active && live.contains(active) && active.closest("form")) return true;
    return Array.from(live.querySelectorAll("input, select, textarea")).some((field) => {
      if (field.type === "checkbox") return field.checked !== field.defaultChecked;
      if (field.options) {
        const chosen = Array.from(field.options).findIndex((option) => option.defaultSelected);
        return field.selectedIndex !== Math.max(chosen, 0);
      }
      return field.value !== field.defaultValue;
    });
  };

  const swap = (fresh) => {
    if (fresh.innerHTML === live.innerHTML) return;
    const active = document.activeElement;
    const address = active && live.contains(active) ? active.getAttribute("href") : null;
    const label = active && live.contains(active) ? active.getAttribute("aria-label") : null;
    live.replaceChildren(...document.adoptNode(fresh).childNodes);
    const again = Array.from(live.querySelectorAll("a, [tabindex]")).find((element) =>
      (address && element.getAttribute("href") === address) || (label && element.getAttribute("aria-label") === label));
    if (again) again.focus({ preventScroll: true });
    news.textContent = "Updated just now.";
  };

  const refresh = async () => {
    isLate = isPressed;
    if (isPressed) return;
    if (isBusy()) {
      news.textContent = "Something new happened. Load the page again to see it.";
      return;
    }
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("live");
      if (isPressed) isLate = true;
      else if (fresh && !isBusy()) swap(fresh);
    } catch {
      // The gateway is away; the connection below tells when it is back.
    }
  };

  // A page that nobody sees lets go: a browser opens six connections at most, and other tabs would wait for one.
  let source = null;
  const listen = () => {
    source?.close();
    source = document.hidden ? null : new EventSource(live.dataset.changes);
    source?.addEventListener("message", refresh);
  };
  document.addEventListener("visibilitychange", listen);
  listen();
})();
