// Shows /openapi.json: each call with what it takes and what it returns, and the objects that results have.

const find = (id) => document.getElementById(id);
let description;

// Elements ------------------------------------------------------------------------------------------------------------

/** Makes an element; strings among its parts become text. */
function make(name, attributes, ...parts) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...parts);
  return element;
}

const code = (text) => make("code", {}, text);

/** Puts what stands between backquotes into code. */
const prose = (text) => text.split("`").map((part, index) => (index % 2 ? code(part) : part));

const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

// Types ---------------------------------------------------------------------------------------------------------------

/** Follows a reference such as #/components/schemas/refund. */
function resolve(value) {
  return value.$ref ? value.$ref.slice(2).split("/").reduce((place, name) => place[name], description) : value;
}

const count = (number) => number.toLocaleString("en");

/** Describes the values of a schema in words; an object of the list at the end is a link. */
function type(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return [make("a", { href: `#${name}` }, name.replaceAll("_", " "))];
  }
  if (schema.enum) return ["one of ", ...schema.enum.flatMap((word, index) => (index ? [", ", code(word)] : [code(word)]))];
  switch (schema.type) {
    case "string":
      return [schema.maxLength ? `text of at most ${count(schema.maxLength)} bytes` : "text"];
    case "integer":
      if (schema.minimum === undefined) return ["whole number"];
      if (!(schema.maximum <= Number.MAX_SAFE_INTEGER)) return [`whole number, at least ${count(schema.minimum)}`];
      return [`whole number, ${count(schema.minimum)} to ${count(schema.maximum)}`];
    case "boolean": return ["true or false"];
    case "array": return [schema.maxItems ? `list of at most ${schema.maxItems}: ` : "list: ", ...type(schema.items)];
    default: return [schema.maxProperties ? `object of at most ${schema.maxProperties} texts` : "object"];
  }
}

/** Lists the members of an object, those that are required first, and after each those of the objects inside it. */
function members(schema, place = "") {
  const isRequired = (name) => Boolean(schema.required?.includes(name));
  const named = Object.entries(schema.properties ?? {}).sort(([left], [right]) => isRequired(right) - isRequired(left));
  return named.flatMap(([name, member]) => {
    const inner = member.type === "array" ? member.items : member;
    const field = { name: place + name, schema: member, summary: member.description, isRequired: isRequired(name) };
    return [field, ...members(inner, `${place}${name}${member.type === "array" ? "[]" : ""}.`)];
  });
}

function definitions(fields, mark) {
  return make("dl", {}, ...fields.flatMap(({ name, schema, summary, isRequired }) => [
    make("dt", {}, code(name), " ", make("span", { class: "quiet" }, ...type(schema), isRequired === mark.when ? `, ${mark.word}` : "")),
    ...(summary ? [make("dd", {}, ...prose(sentence(summary)))] : []),
  ]));
}

const required = { when: true, word: "required" };
const optional = { when: false, word: "may be missing" };

// Calls ---------------------------------------------------------------------------------------------------------------

function section(path, method, call) {
  const parameters = (call.parameters ?? []).map(resolve);
  const body = call.requestBody?.content["application/json"].schema;
  const input = parameters.filter((parameter) => !["till", "id"].includes(parameter.name))
    .map(({ name, schema, description: summary, required: isRequired }) => ({ name, schema, summary, isRequired }))
    .concat(body ? members(body) : []);
  const answer = call.responses["200"].content?.["application/json"]?.schema;
  const results = answer ? members(answer).filter(({ name }) => name !== "outcome") : [];
  return make("section", { id: call.operationId, class: "card" },
    make("h3", {}, call.operationId.replaceAll("_", " ")),
    make("p", {}, make("span", { class: "method" }, method.toUpperCase()), " ", code(path)),
    make("p", {}, ...prose(sentence(call.summary))),
    ...(call.tags ? [make("p", { class: "quiet" }, ...prose(call.description))] : []),
    ...(input.length ? [make("h4", {}, "Takes"), definitions(input, required)] : []),
    make("h4", {}, "Returns"),
    make("p", {}, ...(answer?.properties.outcome ? [code("outcome"), ": ", ...type(answer.properties.outcome)] : [call.responses["200"].description])),
    ...(results.length ? [definitions(results, optional)] : []),
    ...(call.responses.default ? [make("p", {}, "If it fails: ", make("a", { href: "#failure" }, "failure"), ".")] : []),
    make("h4", {}, "Example"),
    make("pre", {}, curl(path, method, call, parameters, body)));
}

/** Gives a line for a shell: the placeholders are filled with the first till's usual name and example values. */
function curl(path, method, call, parameters, body) {
  const parts = ["curl"];
  if (call.security?.length !== 0) parts.push('-H "Authorization: Bearer $TOKEN"');
  if (parameters.some(({ name }) => name === "Idempotency-Key")) parts.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body) parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(example(body))}'`);
  else if (method === "post") parts.push("-X POST");
  const address = path.replace("{till}", "till").replace("{id}", call.operationId.includes("setup") ? "seti_123" : "pi_123");
  return [...parts, location.origin + address].join(" ");
}

const exampleTexts = { currency: "eur", payment_intent: "pi_123", by: "Anna" };

/** Gives an input with what is required. */
function example(schema) {
  return Object.fromEntries((schema.required ?? []).map((name) => {
    const member = schema.properties[name];
    return [name, member.enum?.[0] ?? (member.type === "integer" ? 1250 : exampleTexts[name] ?? "text")];
  }));
}

function objectSection(name, schema) {
  return make("section", { id: name, class: "card" },
    make("h3", {}, name.replaceAll("_", " ")),
    ...(schema.description ? [make("p", {}, schema.description)] : []),
    definitions(members(schema), required),
    ...(schema.additionalProperties === false ? [] : [make("p", { class: "quiet" }, "It has further members.")]));
}

// The page ------------------------------------------------------------------------------------------------------------

const groups = {
  sell: "Sell", refund: "Give money back", readers: "Readers", read: "Read", manage: "Decide", other: "Service and events",
};

function show() {
  find("about").replaceChildren(`Version ${description.info.version}. ${description.info.description}`);
  const sections = Object.fromEntries(Object.keys(groups).map((group) => [group, []]));
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, call] of Object.entries(item)) sections[call.tags?.[0] ?? "other"].push(section(path, method, call));
  }
  const objects = Object.entries(description.components.schemas).map(([name, schema]) => objectSection(name, schema));
  for (const [title, parts] of [...Object.entries(sections).map(([group, parts]) => [groups[group], parts]), ["Objects", objects]]) {
    find("calls").append(make("div", { class: "group" }, make("h2", {}, title), ...parts));
    find("contents").append(make("div", { class: "group" }, make("h2", {}, title), make("ul", {}, ...parts.map((part) =>
      make("li", {}, make("a", { href: `#${part.id}` }, part.querySelector("h3").textContent))))));
  }
  // The sections were not there when the browser looked for the one of the address.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Leaves what has every word, in the contents and in the calls. */
function search() {
  const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const part of find("calls").querySelectorAll(".group > section")) {
    const text = part.textContent.toLowerCase() + part.id;
    part.hidden = !words.every((word) => text.includes(word));
    find("contents").querySelector(`a[href="#${part.id}"]`).parentElement.hidden = part.hidden;
    if (!part.hidden) found += 1;
  }
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = !group.querySelector(".group > section:not([hidden]), li:not([hidden])");
  }
  find("found").textContent = words.length ? `${found} found` : "";
}

find("search").addEventListener("input", search);
try {
  const response = await fetch("/openapi.json");
  description = await response.json();
  show();
} catch (error) {
  find("about").textContent = "The documentation cannot be read: reload the page.";
  throw error;
}
