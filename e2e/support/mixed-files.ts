import { makeEpub, makePdf, makeSlides, makeWord, makeWorkbook, paragraph } from '@runnel/drivers/testing'
import { type OddFile, oddFiles } from './odd-files.ts'

/** A file as a field of the browser takes it. */
interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** One of many files: what can be asked of it, and where in it that stands. */
export interface MixedFile extends ChosenFile {
  question: string
  /** The sentence that answers, which stands in no other file. */
  fact: string
  /** The page or the line of the fact, where its loader tells it. */
  place?: { unit: 'page' | 'slide' | 'chapter' | 'row' | 'entry' | 'line'; at: number }
  /** What is said of one that cannot be read; of one that is `silent` nothing, and nothing stands in it. */
  fault?: RegExp | 'silent'
}

const SYLLABLES = 'ba de fi go hu ka le mi no pu ra se ti vo zu bel dor fin gar hul'.split(' ')
/** Prime to the number of names, so that neighbours sound different. */
const STRIDE = 2_477

/** A name that no other number has. */
function nameOf(n: number): string {
  const mixed = (n * STRIDE + 611) % SYLLABLES.length ** 3
  const parts = [mixed, mixed / SYLLABLES.length, mixed / SYLLABLES.length ** 2]
  return parts.map((part) => SYLLABLES[Math.floor(part) % SYLLABLES.length]).join('')
}

const titleCase = (name: string) => name[0]?.toUpperCase() + name.slice(1)
const towerOf = (n: number) => titleCase(nameOf(n))
const keeperOf = (n: number) => titleCase(nameOf(n + 3_000))

/** What stands in the n-th file, and in no other. */
const factOf = (n: number): string => `The lighthouse ${towerOf(n)} is kept by ${keeperOf(n)}.`
const questionOf = (n: number): string => `Who keeps the lighthouse ${towerOf(n)}?`

const WEATHER = ['fog', 'rain', 'a calm sea', 'high waves', 'snow', 'a southern wind']
/** A line of the log that stands around the fact. */
const logOf = (n: number, day: number): string =>
  `Log ${n}, day ${day}: ${WEATHER[(n + day) % WEATHER.length]}; ${(n * 31 + day * 17) % 97} ships passed and the lamp burned ${day % 12} hours.`

/** Lines of a file with the fact among them. */
function linesOf(n: number, lines: number): string[] {
  const made = Array.from({ length: lines }, (_, day) => logOf(n, day + 1))
  made[middleOf(lines)] = factOf(n)
  return made
}
const middleOf = (count: number) => Math.floor(count / 2)

/** How a file of each kind is made of so many lines, and where the fact stands in it. */
interface Kind {
  ending: string
  mimeType: string
  make(lines: string[]): string | Uint8Array
  place(lines: number): MixedFile['place']
}
const LINES_OF_PAGE = 30
const pagesOf = (lines: string[]) =>
  Array.from({ length: Math.ceil(lines.length / LINES_OF_PAGE) }, (_, page) =>
    lines.slice(page * LINES_OF_PAGE, (page + 1) * LINES_OF_PAGE),
  )
type Unit = NonNullable<MixedFile['place']>['unit']
/** On a page, a slide, in a chapter. */
const onPage = (unit: Unit) => (lines: number) => ({
  unit,
  at: Math.floor(middleOf(lines) / LINES_OF_PAGE) + 1,
})
/** By the number of its line, its row or its entry. */
const numbered =
  (unit: Unit, before = 0) =>
  (lines: number) => ({ unit, at: middleOf(lines) + 1 + before })
const anywhere = () => undefined
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (at: number, text: string) =>
  `<row r="${at}">${cell(`A${at}`, `Day ${at - 1}`)}${cell(`B${at}`, text)}</row>`

const KINDS: readonly Kind[] = [
  { ending: 'txt', mimeType: 'text/plain', make: (lines) => lines.join('\n'), place: numbered('line') },
  {
    ending: 'pdf',
    mimeType: 'application/pdf',
    make: (lines) => makePdf(pagesOf(lines)),
    place: onPage('page'),
  },
  {
    ending: 'md',
    mimeType: 'text/markdown',
    make: (lines) => `# Log\n\n${lines.join('\n\n')}`,
    place: (lines) => ({ unit: 'line', at: 3 + 2 * middleOf(lines) }),
  },
  { ending: 'docx', mimeType: '', make: (lines) => makeWord(lines.map(paragraph).join('')), place: anywhere },
  {
    ending: 'csv',
    mimeType: 'text/csv',
    make: (lines) => ['day,text', ...lines.map((line, day) => `${day + 1},"${line}"`)].join('\n'),
    place: numbered('entry'),
  },
  {
    ending: 'html',
    mimeType: 'text/html',
    make: (lines) => `<html><body>${lines.map((line) => `<p>${line}</p>\n`).join('')}</body></html>`,
    place: anywhere,
  },
  {
    ending: 'xlsx',
    mimeType: '',
    make: (lines) =>
      makeWorkbook({
        Log: [row(1, 'Entry'), ...lines.map((line, day) => row(day + 2, line))].join(''),
      }),
    place: numbered('row', 1),
  },
  {
    ending: 'json',
    mimeType: 'application/json',
    make: (lines) => JSON.stringify(lines.map((text, day) => ({ day: day + 1, text }))),
    place: numbered('entry'),
  },
  {
    ending: 'pptx',
    mimeType: '',
    make: (lines) => makeSlides(pagesOf(lines)),
    place: onPage('slide'),
  },
  {
    ending: 'jsonl',
    mimeType: 'application/jsonl',
    make: (lines) => lines.map((text, day) => JSON.stringify({ day: day + 1, text })).join('\n'),
    place: numbered('entry'),
  },
  {
    ending: 'epub',
    mimeType: 'application/epub+zip',
    make: (lines) => makeEpub(pagesOf(lines).map((page) => page.map((line) => `<p>${line}</p>`).join(''))),
    place: onPage('chapter'),
  },
]

/** Lines of a file: most are short, some long. */
function sizeOf(n: number): number {
  if (n % 47 === 13) return 1_500
  return n % 9 === 4 ? 120 : 1 + (n % 7)
}

/** So many files of all kinds and of several sizes; every so many-th is odd: broken, locked, empty, misnamed, hostile. */
export function makeMixedFiles(count: number): MixedFile[] {
  const odd = oddFiles(factOf)
  const step = Math.max(2, Math.floor(count / odd.length))
  return Array.from({ length: count }, (_, n) => {
    const at = n % step === step - 1 ? odd[(n - step + 1) / step] : undefined
    return at ? oddOf(n, at) : plainOf(n)
  })
}

function plainOf(n: number): MixedFile {
  const { ending, mimeType, make, place } = KINDS[n % KINDS.length] as Kind
  const lines = sizeOf(n)
  return {
    name: `light-${n}.${ending}`,
    mimeType,
    buffer: Buffer.from(make(linesOf(n, lines))),
    question: questionOf(n),
    fact: factOf(n),
    ...placed(place(lines)),
  }
}

const placed = (place: MixedFile['place']) => (place ? { place } : {})

function oddOf(n: number, { name, make, fault }: OddFile): MixedFile {
  return {
    name: name(n),
    mimeType: '',
    buffer: Buffer.from(make(n)),
    question: questionOf(n),
    fact: factOf(n),
    ...(fault && { fault }),
  }
}
