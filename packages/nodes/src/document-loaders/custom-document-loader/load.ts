import { isJsonObject, RunnelError } from '@runnel/contract'
import { readText, runFunction } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'

/** What the code gives, as documents. */
export const loadByCode: LoadPlain = async ({ values, label }, call) => {
  const code = readText(values, 'javascriptFunction')
  const made = await runFunction(call, { code, values, label, input: call.run.question ?? '' })
  const list = Array.isArray(made) ? made : [made]
  return list.map((each, index) => {
    const document = typeof each === 'string' ? { pageContent: each } : each
    if (isJsonObject(document) && typeof document.pageContent === 'string') {
      const { pageContent, metadata } = document
      return { pageContent, metadata: isJsonObject(metadata) ? metadata : {} }
    }
    throw new RunnelError(
      'invalid_input',
      `The code of ${label} must return documents: number ${index + 1} is none. Each is {pageContent: "…", metadata: {…}}.`,
    )
  })
}
