import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A file as the servers of a shelf have it; `written` counts how often it was. */
interface ShelfFile {
  text: string
  written: number
}

/** Files that a bucket of S3, a folder of Google Drive and a repository of GitHub have, at one address; it gives tokens, too. */
export interface FileShelf {
  origin: string
  files: Map<string, ShelfFile>
  /** Names of the files whose content was asked for, in order. */
  read: string[]
  /** How often the list was asked for. */
  lists: number
  /** Who asks for the content of this file waits until the shelf is closed. */
  holds: string | undefined
  /** The content of this file cannot be had. */
  lacks: string | undefined
  /** How many wait. */
  readonly waiting: number
  /** Writes a file, also anew as it is. */
  write(name: string, text: string): void
  close(): void
}

interface Answer {
  type: 'application/json' | 'application/xml' | 'text/plain'
  text: string
}

const json = (value: unknown): Answer => ({ type: 'application/json', text: JSON.stringify(value) })

const TOKEN = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3_600 }

/** Starts it, with nothing on it. */
export async function startFileShelf(): Promise<FileShelf> {
  const files = new Map<string, ShelfFile>()
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shelf: FileShelf = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    read: [],
    lists: 0,
    holds: undefined,
    lacks: undefined,
    get waiting() {
      return waiting.length
    },
    write: (name, text) => void files.set(name, { text, written: (files.get(name)?.written ?? 0) + 1 }),
    close() {
      for (const response of waiting) response.destroy()
      server.close()
    },
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', shelf.origin)
    const list = listOf(url, files)
    const name = list ? undefined : nameIn(url, files)
    if (list) shelf.lists += 1
    if (name === undefined) send(response, list ?? (url.pathname === '/token' ? json(TOKEN) : undefined))
    else serveFile(response, url, name)
  }

  function serveFile(response: ServerResponse, url: URL, name: string): void {
    shelf.read.push(name)
    if (shelf.holds === name) waiting.push(response)
    else send(response, shelf.lacks === name ? undefined : contentOf(url, files.get(name)))
  }
  return shelf
}

function send(response: ServerResponse, answer: Answer | undefined): void {
  if (answer) response.writeHead(200, { 'content-type': answer.type }).end(answer.text)
  else response.writeHead(404).end()
}

const hashOf = (algorithm: 'md5' | 'sha1', text: string) => createHash(algorithm).update(text).digest('hex')

/** What the list of a server says, each in its own words; undefined for what is no list. */
function listOf(url: URL, files: ReadonlyMap<string, ShelfFile>): Answer | undefined {
  const each = [...files]
  if (url.searchParams.has('list-type')) {
    const contents = each.map(
      ([name, { text, written }]) =>
        `<Contents><Key>${name}</Key><ETag>&quot;${hashOf('md5', text)}-${written}&quot;</ETag></Contents>`,
    )
    return { type: 'application/xml', text: `<ListBucketResult>${contents.join('')}</ListBucketResult>` }
  }
  if (url.pathname === '/drive/v3/files') {
    const entries = each.map(([name, { written }]) => ({
      id: name,
      name,
      mimeType: 'text/plain',
      modifiedTime: new Date(Date.UTC(2026, 0, written)).toISOString(),
    }))
    return json({ files: entries })
  }
  if (!url.pathname.includes('/git/trees/')) return undefined
  const tree = each.map(([path, { text }]) => ({
    path,
    type: 'blob',
    sha: hashOf('sha1', text),
    size: text.length,
  }))
  return json({ tree })
}

/** The file whose content an address asks for. */
function nameIn({ pathname }: URL, files: ReadonlyMap<string, ShelfFile>): string | undefined {
  const last = pathname.split('/').at(-1) ?? ''
  if (files.has(last)) return last
  return [...files].find(([, { text }]) => hashOf('sha1', text) === last)?.[0]
}

function contentOf({ pathname }: URL, file: ShelfFile | undefined): Answer | undefined {
  if (!file) return undefined
  if (!pathname.includes('/git/blobs/')) return { type: 'text/plain', text: file.text }
  return json({ content: Buffer.from(file.text).toString('base64') })
}
