import { posix } from 'node:path'

/** Pages that speak of files and names of another program, or are made. */
const LEFT_ALONE = ['docs/compatibility.md', 'docs/conformance.md']
/** What the pages about a new node and a new vendor let their reader write. */
const WRITTEN_BY_READERS = /\b(word-count-agentflow|deepinfra)\b/
const DECISIONS = 'docs/decisions/'

const FENCED = /^```[\s\S]*?^```/gm
const FILE = /`([\w./-]+\.tsx?)`/g
const NAME = /`([a-z][a-z\d]*[A-Z]\w*)(?:\([^`)]*\))?`/g
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g
const WORD = /(?<!\w)[a-z][a-z\d]*[A-Z]\w*/g

/** What is told: every text file by its path, and the paths of all files, also of those that hold no text. */
interface Told {
  texts: readonly (readonly [path: string, text: string])[]
  paths: readonly string[]
}

/**
 * Finds what pages of `docs` name and the repository does not have, one sentence each: source files (the folders
 * `packages`, `apps` and `src` may be left out), names of the program, links, and decisions that their list does not lead to.
 */
export function findDocFaults({ texts, paths }: Told): string[] {
  const pages = texts.filter(([path]) => /^docs\/.*\.md$/.test(path) && !LEFT_ALONE.includes(path))
  if (pages.length === 0) return []
  const files = new Set(paths.map(shorten).flatMap(endsOf))
  const names = new Set(
    texts.filter(([path]) => !path.endsWith('.md')).flatMap(([, text]) => text.match(WORD) ?? []),
  )
  const all = new Set(paths)
  return pages.flatMap(([path, text]) => {
    const prose = text.replaceAll(FENCED, '')
    const ownNames = new Set((text.match(FENCED) ?? []).flatMap((code) => code.match(WORD) ?? []))
    const isFile = (file: string) => WRITTEN_BY_READERS.test(file) || files.has(shorten(file))
    const isThere = (link: string) => /^\w+:/.test(link) || all.has(posix.join(posix.dirname(path), link))
    return [
      ...missing(prose, FILE, isFile).map((file) => `${path} names the file ${file}, which is not there.`),
      ...missing(prose, NAME, (name) => names.has(name) || ownNames.has(name)).map(
        (name) => `${path} names ${name}, which is nowhere in the program.`,
      ),
      ...missing(prose, LINK, isThere).map((link) => `${path} leads to ${link}, which is not there.`),
      ...findUnlisted(path, text, paths),
    ]
  })
}

const missing = (prose: string, named: RegExp, isThere: (name: string) => boolean): string[] =>
  [...prose.matchAll(named)].map(([, name = '']) => name).filter((name) => !isThere(name))

function findUnlisted(path: string, text: string, paths: readonly string[]): string[] {
  if (path !== `${DECISIONS}README.md`) return []
  return paths
    .filter((each) => each.startsWith(DECISIONS) && each !== path)
    .map((each) => each.slice(DECISIONS.length))
    .filter((name) => !text.includes(`](${name})`))
    .map((name) => `${path} does not lead to ${name}.`)
}

const shorten = (path: string) =>
  path
    .replace(/^(packages|apps)\//, '')
    .replace('/src/', '/')
    .replace(/^src\//, '')

/** A path and what it is called from inside each of its folders. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_part, at) => parts.slice(at).join('/'))
}
