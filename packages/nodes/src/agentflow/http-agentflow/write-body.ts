import { type JsonObject, RunnelError } from '@runnel/contract'
import { readRows, readText, type StepContext } from '@runnel/node-kit'

/** A body as it is sent, with the type that it is of. */
export interface RequestBody {
  contentType?: string
  text: string
}

/** Rows of `key` and `value`; rows without a key are left out. */
export function readPairs(values: JsonObject, param: string): [string, string][] {
  return readRows(values, param)
    .map((row): [string, string] => [readText(row, 'key'), readText(row, 'value')])
    .filter(([key]) => key.trim() !== '')
}

/**
 * The body by its type; undefined where there is none.
 * @throws RunnelError `invalid_input` for a JSON body that is none
 */
export function writeBody({ node, values, hash }: StepContext): RequestBody | undefined {
  const text = readText(values, 'body')
  if (text.trim() === '') return undefined
  switch (readText(values, 'bodyType')) {
    case 'json':
      checkJson(text, node.label)
      return { contentType: 'application/json', text }
    case 'raw':
      return { text }
    case 'xWwwFormUrlencoded':
      return {
        contentType: 'application/x-www-form-urlencoded',
        text: new URLSearchParams(readPairs(values, 'body')).toString(),
      }
    case 'formData':
      return writeFormData(readPairs(values, 'body'), hash)
    default:
      return undefined
  }
}

function checkJson(text: string, label: string): void {
  try {
    JSON.parse(text)
  } catch (cause) {
    throw new RunnelError(
      'invalid_input',
      `The body of ${label} is not JSON. Write it as an object or a list; variables may stand in its texts and in the place of whole values.`,
      { cause },
    )
  }
}

/** The boundary is made from the fields, so that a step that runs anew sends the same. */
function writeFormData(pairs: [string, string][], hash: StepContext['hash']): RequestBody {
  const digest = hash(pairs).replace(/[^\da-z]/gi, '')
  const boundary = `runnel-form-${digest.slice(0, 40)}`
  const parts = pairs.map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(key)}"\r\n\r\n${value}\r\n`,
  )
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    text: `${parts.join('')}--${boundary}--\r\n`,
  }
}

/** As browsers write the name of a field: nothing in it can end the line or the quotes. */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
