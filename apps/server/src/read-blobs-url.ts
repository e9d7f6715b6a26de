import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BlobsLocation } from '@runnel/drivers'

/** What `BLOBS_URL` must be, for the line that stops the start. */
export const BLOBS_URL_HINT =
  'file:///a/folder, or s3://key:secret@host:port/bucket?region=…&tls=true with key and secret percent-encoded'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

function parseTls(text: string | null): 'http' | 'https' | undefined {
  if (text === null || text === 'true') return 'https'
  return text === 'false' ? 'http' : undefined
}

/** The secret in the address, or the content of the file that it names. */
function readSecret(url: URL, folder: string): string {
  const file = url.searchParams.get('secretFile')
  return file === null ? decodeURIComponent(url.password) : readFileSync(resolve(folder, file), 'utf8').trim()
}

function hasOnlyKnownParams(url: URL): boolean {
  return [...url.searchParams.keys()].every((name) => ['region', 'tls', 'secretFile'].includes(name))
}

function parseS3(url: URL, folder: string): BlobsLocation | undefined {
  const scheme = parseTls(url.searchParams.get('tls'))
  const [bucket = '', ...below] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  const accessKeyId = decodeURIComponent(url.username)
  const secretAccessKey = readSecret(url, folder)
  if (scheme === undefined || !BUCKET.test(bucket) || url.host === '' || !hasOnlyKnownParams(url))
    return undefined
  if (accessKeyId === '' || secretAccessKey === '') return undefined
  return {
    kind: 's3',
    origin: `${scheme}://${url.host}`,
    bucket,
    prefix: below.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

/** Where blobs are kept; undefined for an address that names no place. Relative files lie below the folder. */
function parseBlobsUrl(text: string, folder: string): BlobsLocation | undefined {
  const url = new URL(text)
  if (url.protocol === 's3:') return parseS3(url, folder)
  return url.protocol === 'file:' ? { kind: 'folder', folder: fileURLToPath(url) } : undefined
}

/**
 * Reads `BLOBS_URL`; unset is a folder among the data. Gives undefined for what cannot be read, a secret's file that is
 * missing included: its text may hold the secret and must not be shown.
 */
export function readBlobsUrl(
  text: string | undefined,
  folders: { start: string; data: string },
): BlobsLocation | undefined {
  if (text === undefined) return { kind: 'folder', folder: join(folders.data, 'blobs') }
  try {
    return parseBlobsUrl(text, folders.start)
  } catch {
    return undefined
  }
}
