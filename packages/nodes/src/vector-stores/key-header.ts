import { RunnelError } from '@runnel/contract'
import type { Authorise } from '@runnel/node-kit'

/** A key of a credential as a header: by itself, or behind a word (`Bearer`). Without a key nothing is sent. */
export function keyHeader(field: string, header: string, word = ''): Authorise {
  return (fields) => {
    const key = (fields[field] ?? '').trim()
    return key === '' ? {} : { headers: { [header]: checkHeader(word === '' ? key : `${word} ${key}`) } }
  }
}

/** A name and its password as a header of basic authentication. */
export function basicHeader(name: string, password: string): string {
  return `Basic ${new TextEncoder().encode(`${name}:${password}`).toBase64()}`
}

/** @throws RunnelError `missing_credential` for what no header can hold; it is not in the message */
export function checkHeader(value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value
  throw new RunnelError(
    'missing_credential',
    'The credential has a key that no header can hold. Open it and check its fields.',
  )
}
