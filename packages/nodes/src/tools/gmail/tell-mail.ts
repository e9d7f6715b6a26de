import type { JsonObject, JsonValue } from '@runnel/contract'
import { listAt, textAt, valueAt } from '@runnel/node-kit'

const HEADERS = ['From', 'To', 'Cc', 'Date', 'Subject']
const DEEPEST = 10

/** A mail of Gmail in words: where it is, from whom, about what, and its text. */
export function tellMail(mail: JsonValue): string {
  const payload = valueAt(mail, 'payload')
  const headers = listAt(payload, 'headers')
  const named = HEADERS.flatMap((name) => {
    const found = headers.find((header) => textAt(header, 'name').toLowerCase() === name.toLowerCase())
    return found ? [`${name}: ${textAt(found, 'value')}`] : []
  })
  const ids = [`Id: ${textAt(mail, 'id')}`, `Thread: ${textAt(mail, 'threadId')}`]
  const labels = valueAt(mail, 'labelIds')
  const marks = Array.isArray(labels) ? [`Labels: ${labels.map(String).join(', ')}`] : []
  const text =
    findText(payload, 'text/plain', 0) || findText(payload, 'text/html', 0) || textAt(mail, 'snippet')
  return [...ids, ...marks, ...named, '', text].join('\n')
}

/** The first text of this kind in a mail of many parts. */
function findText(part: JsonValue | undefined, type: string, depth: number): string {
  if (depth > DEEPEST) return ''
  const data = textAt(part, 'body', 'data')
  if (textAt(part, 'mimeType') === type && data !== '') return decode(data)
  for (const inner of listAt(part, 'parts')) {
    const text = findText(inner, type, depth + 1)
    if (text !== '') return text
  }
  return ''
}

function decode(data: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(data, { alphabet: 'base64url' }))
  } catch {
    return ''
  }
}

/** The mails of a conversation, oldest first. */
export function tellThread(thread: JsonValue): string {
  const mails: JsonObject[] = listAt(thread, 'messages')
  return mails.map(tellMail).join('\n\n---\n\n')
}
