// Runs in the browser, after the program of the reference: shows the document of this server. What callers are to draw
// themselves is drawn here, by the browser, so that who tries a route sends nothing that the server or anybody else chose.
const { configuration, documentUrl } = document.getElementById('reference').dataset;

function drawn() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function schemaOf(api, schema) {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : api.components.schemas[name];
}

function drawForCaller(api) {
  for (const operation of Object.values(api.paths).flatMap(Object.values)) {
    const media = operation.requestBody?.content['application/json'];
    if (media === undefined) continue;
    for (const [name, field] of Object.entries(schemaOf(api, media.schema).properties ?? {})) {
      if (field['x-drawn-by-caller'] === true) media.example = { ...media.example, [name]: drawn() };
    }
  }
}

fetch(documentUrl)
  .then((answer) => answer.json())
  .then((api) => {
    drawForCaller(api);
    globalThis.Scalar.createApiReference('#reference', { ...JSON.parse(configuration), content: api });
  });
