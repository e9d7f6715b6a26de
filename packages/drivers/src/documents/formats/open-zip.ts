import { unzipSync } from 'fflate'
import { DocumentFault } from '../read-document.ts'

/** What all parts that are read may unfold to, in bytes, as they say themselves; a part that lies is cut there. */
const MOST_UNFOLDED = 256 * 1024 * 1024
const MOST_PARTS = 50_000

/** The parts of a document that is a zip, by their paths. Nothing of it is ever written anywhere. */
export interface ZipParts {
  has(path: string): boolean
  /** The text of a part. @throws DocumentFault `broken` where it is not there, `long` where it unfolds to too much */
  read(path: string): string
}

/** @throws DocumentFault for what is no zip: `locked` or `old` for those of Office that are of another kind, else `broken` */
export function openZip(bytes: Uint8Array): ZipParts {
  checkKind(bytes)
  const sizes = listParts(bytes)
  let room = MOST_UNFOLDED
  return {
    has: (path) => sizes.has(path),
    read(path) {
      const size = sizes.get(path)
      if (size === undefined) throw new DocumentFault('broken')
      room -= size
      if (room < 0) throw new DocumentFault('long')
      const found = unzipSync(bytes, { filter: ({ name }) => name === path })[path]
      if (!found) throw new DocumentFault('broken')
      return decodeMarkup(found)
    },
  }
}

function checkKind(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (start.startsWith('504b')) return
  if (start !== 'd0cf11e0a1b11ae1') throw new DocumentFault('broken')
  // Office wraps a document that is locked in the kind of file that its old formats are.
  const isLocked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    'EncryptedPackage',
    0,
    'utf16le',
  )
  throw new DocumentFault(isLocked ? 'locked' : 'old')
}

function listParts(bytes: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>()
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (sizes.size >= MOST_PARTS) throw new DocumentFault('long')
      sizes.set(name, originalSize)
      return false
    },
  })
  return sizes
}

/** XML or HTML in the encoding that it begins with, or names. */
function decodeMarkup(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = head.match(/^<\?xml[^>]{0,100}encoding=["']([\w-]{1,40})["']/)?.[1] ?? 'utf-8'
  return decoderOf(named).decode(bytes)
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
