import { RunnelError } from '@runnel/contract'
import { readJsonParam, readText } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { askLoader, readAddress } from '../server-loader.ts'

/** What the address answers, as one document. */
export const loadAnswer: LoadPlain = async (component, call) => {
  const { values, label } = component
  const { href: url } = readAddress(component, 'url', 'https://api.example.com/articles')
  const given = Object.entries(readJsonParam(component, 'headers') ?? {})
  const headers = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  const json = readText(values, 'method') === 'POST' ? (readJsonParam(component, 'body') ?? {}) : undefined
  const server = { label, hidden: Object.values(headers) }
  const request = { url, headers, ...(json !== undefined && { json }) }
  const { body, isBase64 } = await askLoader(request, { component, server, call })
  if (isBase64 !== true) return [{ pageContent: body, metadata: { url } }]
  throw new RunnelError(
    'upstream_error',
    `${label} got a file where a text was expected. Use another loader for it.`,
  )
}
