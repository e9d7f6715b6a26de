const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** A value as text of a page: nothing in it is markup. */
export const escapeText = (value: unknown): string =>
  String(value ?? '').replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

interface Operation {
  summary?: string
  operationId?: string
  tags?: string[]
  parameters?: unknown
  requestBody?: unknown
  responses?: unknown
}

interface Entry {
  method: string
  path: string
  operation: Operation
}

function entriesOf(document: { paths?: object }): Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function part(title: string, value: unknown): string {
  if (value === undefined) return ''
  return `<h4>${escapeText(title)}</h4><pre tabindex="0">${escapeText(JSON.stringify(value, null, 2))}</pre>`
}

function renderEntry({ method, path, operation }: Entry): string {
  return `<details><summary><code class="${method.toLowerCase()}">${escapeText(method)}</code> <code>${escapeText(path)}</code> ${escapeText(operation.summary)}</summary>
${part('Parameters', operation.parameters)}${part('Body', operation.requestBody)}${part('Answers', operation.responses)}</details>`
}

const STYLE = `:root{color-scheme:light dark;font:14px/1.5 Inter,Roboto,Arial,sans-serif}
body{max-width:1000px;margin:0 auto;padding:32px 16px}details{border:1px solid #98a2b355;border-radius:8px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer;overflow-wrap:anywhere}pre{overflow:auto;max-height:420px;padding:12px;border-radius:8px;background:#98a2b31f;font-size:12px}
code{font-size:13px}h2{margin-top:32px}summary code:first-child{font-weight:700}`

/**
 * The API as a page without any script: operations by tag, each with its parameters, body and answers as JSON Schema.
 */
export function renderDocs(
  document: { info: { title: string; version: string; description?: string }; paths?: object },
  prefix: string,
): string {
  const groups = Map.groupBy(entriesOf(document), (entry) => entry.operation.tags?.[0] ?? 'Other')
  const sections = [...groups].map(
    ([tag, entries]) => `<h2>${escapeText(tag)}</h2>${entries.map(renderEntry).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeText(document.info.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeText(document.info.title)} ${escapeText(document.info.version)}</h1><p>${escapeText(document.info.description)}</p>
<p>All paths begin with <code>${escapeText(prefix)}</code>. The same as a document: <a href="/api/docs/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}
