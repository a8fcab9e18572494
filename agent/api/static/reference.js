// Shows /openapi.json as a page: routes by topic, each with its text, an example request and an example answer.
const METHODS = ["get", "post", "put", "delete"];

function make(tag, words, ...children) {
  const element = document.createElement(tag);
  if (words) element.textContent = words.replaceAll("`", "");
  element.append(...children);
  return element;
}

function resolve(document, schema) {
  const name = schema?.$ref?.split("/").pop();
  return name ? document.components.schemas[name] : schema;
}

function pretty(value) {
  return make("pre", JSON.stringify(value, null, 2));
}

function request(document, operation) {
  const content = operation.requestBody?.content?.["application/json"];
  if (!content) return [];
  const whole = content.schema.anyOf ? content.schema.anyOf[0] : content.schema;
  const schema = resolve(document, whole);
  const examples = schema?.examples ?? [];
  const fields = Object.keys(schema?.properties ?? {}).map((name) => (schema.required?.includes(name) ? name : `${name}?`));
  return [make("h4", "Request"), make("p", fields.join(" · ")), ...examples.map(pretty)];
}

function answers(operation) {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const example = response.content?.["application/json"]?.example;
    const title = make("h4", `${status} ${response.description}`);
    return example ? [title, pretty(example)] : status < "400" ? [title] : [];
  });
}

function refusals(operation) {
  const codes = Object.keys(operation.responses).filter((status) => status >= "400");
  return codes.length ? [make("p", `Refusals (problem+json): ${codes.join(", ")}`)] : [];
}

function entry(document, path, method, operation) {
  const name = make("span", method.toUpperCase());
  name.className = "method";
  const parameters = (operation.parameters ?? []).map((each) => `${each.name} (${each.in})`).join(" · ");
  return make("details", "",
    make("summary", "", name, make("code", path), make("span", ` ${operation.summary ?? ""}`)),
    make("p", operation.description ?? ""),
    ...(parameters ? [make("h4", "Parameters"), make("p", parameters)] : []),
    ...request(document, operation), ...answers(operation), ...refusals(operation));
}

const document_ = await (await fetch("/openapi.json")).json();
document.getElementById("about").textContent = document_.info.description;
const topics = new Map();
for (const [path, methods] of Object.entries(document_.paths)) {
  for (const method of METHODS) {
    const operation = methods[method];
    if (!operation) continue;
    const topic = operation.tags?.[0] ?? "other";
    if (!topics.has(topic)) topics.set(topic, make("section", "", make("h2", topic)));
    topics.get(topic).append(entry(document_, path, method, operation));
  }
}
document.getElementById("routes").replaceChildren(...topics.values());
