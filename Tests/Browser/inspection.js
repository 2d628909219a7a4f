// What is wrong with the page for somebody who cannot see it, has a small screen, or uses no mouse: a list of texts.
() => {
  const findings = [];
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getBoundingClientRect().right > 0;
  const told = (element) => `<${element.tagName.toLowerCase()}${element.id ? " #" + element.id : ""}> `
    + `"${(element.innerText || element.name || "").trim().slice(0, 40)}"`;
  const named = (element) => {
    const ids = (element.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean);
    const texts = [element.getAttribute("aria-label"), ...ids.map((id) => document.getElementById(id)?.innerText),
      ...[...(element.labels || [])].map((label) => label.innerText), element.innerText, element.title,
      element.type === "submit" ? element.value : "", element.querySelector("title")?.textContent];
    return texts.some((text) => text && text.trim());
  };

  if (/HTML\(source|<\/?\w+[ >]/.test(document.body.innerText.replace(/<\/?(b|i|img|script)\b/g, ""))) {
    findings.push("markup is shown as text");
  }
  if (!document.documentElement.lang) findings.push("the page names no language");
  if (!document.title.trim()) findings.push("the page has no title");
  if (document.querySelectorAll("main").length !== 1) findings.push("there is not one main part");
  const headings = [...document.querySelectorAll("h1,h2,h3,h4")].filter(isSeen).map((heading) => +heading.tagName[1]);
  if (headings.filter((level) => level === 1).length !== 1) findings.push(`the headings are ${headings}: one h1 is needed`);
  headings.forEach((level, index) => {
    if (index > 0 && level > headings[index - 1] + 1) findings.push(`a heading of level ${level} follows one of ${headings[index - 1]}`);
  });
  const room = document.documentElement;
  if (room.scrollWidth > room.clientWidth + 1) {
    const wide = [...document.body.querySelectorAll("*")].filter((element) => isSeen(element)
      && element.getBoundingClientRect().right > room.clientWidth + 1 && !element.closest(".scroll"));
    findings.push(`the page is ${room.scrollWidth} wide on a screen of ${room.clientWidth}: ${wide.slice(0, 3).map(told)}`);
  }
  // What a table does not fold is behind its edge, where nobody looks for it.
  for (const region of document.querySelectorAll(".scroll")) {
    if (isSeen(region) && region.scrollWidth > region.clientWidth + 1) {
      findings.push(`"${region.getAttribute("aria-label")}" is ${region.scrollWidth} wide in a place of ${region.clientWidth}`);
    }
  }
  for (const cell of document.querySelectorAll("dd, td")) {
    const text = cell.innerText.trim();
    if (isSeen(cell) && text.length > 12 && cell.getBoundingClientRect().width < 72) findings.push(`${told(cell)} is crushed`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => findings.push(`two elements have the id ${id}`));
  for (const attribute of ["aria-describedby", "aria-labelledby", "for"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(" ").filter(Boolean)) {
        if (!document.getElementById(id)) findings.push(`${told(element)} points to ${id}, which is not there`);
      }
    }
  }
  const controls = "input:not([type=hidden]),select,textarea,button,a[href],iframe,[role=button],[role=img],img,summary";
  for (const element of document.querySelectorAll(controls)) {
    if (!isSeen(element)) continue;
    if (!named(element) && !element.alt) findings.push(`${told(element)} has no name`);
    const box = element.getBoundingClientRect();
    const isTarget = element.matches("button,select,textarea,input,[role=button],.button");
    const label = element.labels?.[0]?.getBoundingClientRect();
    if (isTarget && Math.max(box.height, label?.height || 0) < 24) findings.push(`${told(element)} is ${box.height} high: too small for a finger`);
    if (element.tabIndex > 0) findings.push(`${told(element)} has a tabindex of its own`);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.querySelector("th")) findings.push("a table has no heads");
  }
  for (const element of document.querySelectorAll("[style]:not([style='']),[onclick],[onload],[onerror],style,script:not([src])")) {
    findings.push(`${told(element)} has style or script inside the page`);
  }

  // Contrast of text and ground (WCAG 2.2, 1.4.3); pictures and gradients are left out.
  const parse = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (element) => {
    for (let place = element; place; place = place.parentElement) {
      const color = parse(getComputedStyle(place).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg") || element.matches(":disabled") || !isSeen(element)) continue;
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const style = getComputedStyle(element);
    const pair = [light(parse(style.color)), light(ground(element))].sort((left, right) => right - left);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && +style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5) && !seen.has(element.className)) {
      seen.add(element.className);
      findings.push(`${told(element)} has a contrast of ${ratio.toFixed(1)}`);
    }
  }
  return findings;
}
