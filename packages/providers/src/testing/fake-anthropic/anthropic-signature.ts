import { createHash, createHmac } from 'node:crypto'

/** The same in every server, so that a conversation can go on after a server was started again. */
const KEY = 'the fake vendor signs its thinking'

/** What a signature says of a text: that it is ours and for it, ours and for another, or not ours. */
export type SignatureVerdict = 'genuine' | 'of another text' | 'forged'

/** Signs a text that goes out and has to come back untouched. */
export function sign(text: string): string {
  const digest = createHash('sha256').update(text).digest('base64url')
  return `${digest}.${seal(digest)}`
}

/** Tells a changed text from a forged signature, as the vendor does. */
export function verify(text: string, signature: string): SignatureVerdict {
  const [digest = '', mark] = signature.split('.')
  if (mark !== seal(digest)) return 'forged'
  return signature === sign(text) ? 'genuine' : 'of another text'
}

/** Encloses data that only the vendor can read. */
export function encrypt(text: string): string {
  const data = Buffer.from(text).toString('base64url')
  return `${data}.${seal(data)}`
}

/** Whether data was enclosed by us. */
export function isEncrypted(text: string): boolean {
  const [data = '', mark] = text.split('.')
  return mark === seal(data)
}

function seal(text: string): string {
  return createHmac('sha256', KEY).update(text).digest('base64url')
}
