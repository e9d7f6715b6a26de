import { type JsonValue, RunnelError } from '@runnel/contract'
import {
  authoriseRequest,
  type CallContext,
  type Component,
  type Document,
  gatherInTurns,
  listAt,
  readJsonAnswer,
  readNumber,
  readSources,
  readSwitch,
  readText,
  type Steps,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import { decodeText } from '../decode-text.ts'
import type { LoadPlain } from '../finish-documents.ts'
import { isIgnored } from '../path-patterns.ts'
import { askLoaderForJson, type LoaderServer, readAddress } from '../server-loader.ts'

const GITHUB: LoaderServer = {
  label: 'GitHub',
  authorise: ({ accessToken = '' }) => authoriseRequest({ token: accessToken }),
}
const EXAMPLE_API = 'https://git.example.com/api/v3'
const NAME = /^[\w.-]{1,100}$/
const MOST_FILES = 5_000
const LARGEST_FILE = 1_000_000
/** No file system holds a longer one. */
const LONGEST_PATH = 4_096
const MOST_PATTERNS = 100
const LONGEST_PATTERN = 300
/** Files that are handed on together. */
const FILES_AT_ONCE = 50
const BINARY =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|exe|dll|so|dylib|o|a|class|wasm|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|mov|avi|docx?|xlsx?|pptx?|db|sqlite)$/i

/** The files of a branch that are text, a document for each. */
export const loadRepository: LoadPlain = async function* (component, call, choice) {
  const repository = readRepository(component)
  const { values } = component
  const branch = readText(values, 'branch').trim() || 'main'
  const isDeep = readSwitch(values, 'recursive')
  const asking = { component, server: GITHUB, call }
  const headers = { accept: 'application/vnd.github+json' }
  const tree = await askLoaderForJson(
    {
      url: `${repository.api}/git/trees/${encodeURIComponent(branch)}`,
      query: { recursive: isDeep ? 1 : '' },
      headers,
    },
    asking,
  )
  const files = await gatherInTurns(listFiles(tree, readIgnored(component)))
  if (files.length > MOST_FILES || valueAt(tree, 'truncated') === true)
    throw new RunnelError(
      'limit_exceeded',
      `${repository.link} has more than ${MOST_FILES} files. Leave some out by Ignore Paths, or read another branch.`,
    )
  const concurrency = Math.min(10, Math.max(1, readNumber(values, 'maxConcurrency') ?? 2))
  const read = async ({ path, sha }: RepositoryFile, inner: CallContext): Promise<Document[]> => {
    const request = { url: `${repository.api}/git/blobs/${sha}`, headers }
    const blob = await askLoaderForJson(request, { ...asking, call: inner })
    const pageContent = decodeBlob(textAt(blob, 'content'))
    if (pageContent.includes('\0')) return []
    return [{ pageContent, metadata: { source: path, repository: repository.link, branch } }]
  }
  yield* readSources(files, {
    call,
    choice,
    sourceOf: ({ path, sha }) => ({ id: path, name: path, version: sha }),
    read,
    together: FILES_AT_ONCE,
    concurrency,
  })
}

interface RepositoryFile {
  path: string
  sha: string
}

function readRepository(component: Component): { api: string; link: string } {
  const url = readAddress(component, 'repoLink', 'https://github.com/example/handbook')
  const [owner = '', name = ''] = url.pathname.slice(1).split('/')
  const repository = name.replace(/\.git$/, '')
  if (!NAME.test(owner) || !NAME.test(repository))
    throw new RunnelError(
      'invalid_input',
      `“${url.href}” names no repository, such as https://github.com/example/handbook.`,
    )
  const own = readText(component.values, 'githubInstanceApi').trim()
  const base =
    own === '' ? 'https://api.github.com' : readAddress(component, 'githubInstanceApi', EXAMPLE_API).href
  const link = `${url.origin}/${owner}/${repository}`
  return { api: `${base.replace(/\/$/, '')}/repos/${owner}/${repository}`, link }
}

function* listFiles(tree: JsonValue, ignored: string[]): Steps<RepositoryFile> {
  for (const entry of listAt(tree, 'tree')) {
    const [path, sha] = [textAt(entry, 'path'), textAt(entry, 'sha')]
    const isFile = textAt(entry, 'type') === 'blob' && /^[\da-f]{40,64}$/.test(sha)
    const isText = path.length <= LONGEST_PATH && !BINARY.test(path)
    const isWanted = isFile && isText && Number(textAt(entry, 'size')) <= LARGEST_FILE
    yield isWanted && !isIgnored(path, ignored) ? { path, sha } : undefined
  }
}

function readIgnored({ values, label }: Component): string[] {
  const text = readText(values, 'ignorePath').trim()
  if (text === '') return []
  const parsed = readJsonAnswer(text)
  const patterns = Array.isArray(parsed) ? parsed.map(String) : undefined
  if (
    patterns &&
    patterns.length <= MOST_PATTERNS &&
    patterns.every((each) => each.length <= LONGEST_PATTERN)
  )
    return patterns
  const message = patterns
    ? `There may be ${MOST_PATTERNS} paths to ignore, of ${LONGEST_PATTERN} letters each.`
    : 'The paths to ignore must be a JSON list, such as ["*.md", "docs/"].'
  throw new RunnelError('invalid_input', `${label}: ${message}`, {
    issues: [{ path: 'ignorePath', message }],
  })
}

function decodeBlob(content: string): string {
  try {
    return decodeText(Uint8Array.fromBase64(content))
  } catch (cause) {
    throw new RunnelError('upstream_error', 'GitHub gave an answer that cannot be read.', { cause })
  }
}
