import { campaignRounds } from '@runnel/contract/testing'
import {
  halfBlack,
  makeEpub,
  makePdf,
  makePdfBomb,
  makeScan,
  makeSlides,
  makeWord,
  makeWorkbook,
  makeZip,
  paragraph,
} from '@runnel/drivers/testing'

/** A file that is not what a reader hopes for; with a fault: what is said of it. */
export interface OddFile {
  name(n: number): string
  make(n: number): string | Uint8Array
  fault?: RegExp | 'silent'
}

/** What a bomb unfolds to. */
const BOMB_BYTES = campaignRounds(3_000_000, 300_000_000)
const OLE_HEAD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
const LOCK = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -1 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<00><00>]`
const DAMAGED = /damaged|no (?:PDF|EPUB|DOCX|XLSX|PPTX)|no text/i
const TOO_MUCH = /too much time or memory|damaged|too long/

const named = (stem: string) => (n: number) => stem.replace('#', String(n))
const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))

/** Twenty and some: each with the sentence of its number in it where it can hold one. */
export function oddFiles(factOf: (n: number) => string): readonly OddFile[] {
  const word = (n: number) => makeWord(paragraph(factOf(n)))
  const sheet = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
  return [
    { name: named('broken-#.pdf'), make: (n) => `Broken ${n}`, fault: DAMAGED },
    {
      name: named('locked-#.pdf'),
      make: (n) => makePdf([[factOf(n)]], { trailer: LOCK }),
      fault: /password/i,
    },
    { name: named('word-called-pdf-#.pdf'), make: word, fault: DAMAGED },
    { name: named('pdf-called-word-#.docx'), make: (n) => makePdf([[factOf(n)]]), fault: DAMAGED },
    { name: named('picture-called-text-#.txt'), make: () => Buffer.from(PNG_HEAD), fault: /is no text/ },
    { name: named('program-#.exe'), make: () => Buffer.from('MZ\0\0\0\0'), fault: /is no text/ },
    { name: named('cut-off-#.docx'), make: (n) => half(word(n)), fault: DAMAGED },
    {
      name: named('locked-#.docx'),
      make: () => Buffer.from(OLE_HEAD),
      fault: /locked|password|old|damaged/i,
    },
    {
      name: named('bomb-#.docx'),
      make: (n) => makeWord(paragraph(factOf(n)), { 'word/document.xml': spaces() }),
      fault: TOO_MUCH,
    },
    {
      name: named('entities-#.docx'),
      make: () => makeWord('', { 'word/document.xml': laughs() }),
      fault: 'silent',
    },
    {
      name: named('bomb-#.pdf'),
      make: () => makePdfBomb(BOMB_BYTES),
      fault: /holds no text|too much time or memory/,
    },
    { name: named('scan-#.pdf'), make: () => makeScan([halfBlack]), fault: /holds no text/ },
    { name: named('half-#.json'), make: (n) => `[{"text": "${factOf(n)}"`, fault: /JSON/ },
    {
      name: named('half-#.jsonl'),
      make: (n) => `{"text": "${factOf(n)}"}\n{"text": `,
      fault: /JSON/,
    },
    { name: named('deep-#.json'), make: () => '['.repeat(200_000), fault: /JSON|deep/ },
    { name: named('empty-zip-#.epub'), make: () => makeZip({ a: '' }), fault: DAMAGED },
    { name: named('noughts-#.xlsx'), make: () => new Uint8Array(5_000), fault: DAMAGED },
    { name: named('blank-#.txt'), make: () => ' \n \n', fault: 'silent' },
    { name: named('empty-#.txt'), make: () => '', fault: /is empty/ },
    { name: named('latin-#.csv'), make: (n) => Buffer.from(`name,text\nFär,${factOf(n)}`, 'latin1') },
    { name: named('wide-#.txt'), make: (n) => Buffer.from(`\ufeff${factOf(n)}`, 'utf16le') },
    { name: named('<img src=x onerror=alert(#)>.txt'), make: factOf },
    { name: named(`${'long-name-'.repeat(18)}#.md`), make: factOf },
    { name: named('SHOUTED-#.PDF'), make: (n) => makePdf([[factOf(n)]]) },
    {
      name: named('climbs-#.pptx'),
      make: (n) => makeSlides([[factOf(n)]], { '../../../etc/passwd': 'root' }),
    },
    { name: named('scripts-#.html'), make: (n) => `<script>alert(1)</script><p>${factOf(n)}</p>` },
    {
      name: named('formulas-#.xlsx'),
      make: (n) => makeWorkbook({ 'A&amp;B': sheet('=cmd|calc') + sheet(factOf(n)).replaceAll('1"', '2"') }),
    },
    { name: named('two-pages-#.epub'), make: (n) => makeEpub(['<p>Title</p>', `<p>${factOf(n)}</p>`]) },
    { name: named('no-ending-#'), make: factOf },
  ]
}

/** A part that unfolds to more than fits. */
const spaces = () => Buffer.alloc(BOMB_BYTES / 10, '<w:p><w:r><w:t>ha</w:t></w:r></w:p>')

/** Entities of entities. */
function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<!DOCTYPE d [<!ENTITY l0 "ha">${levels.join('')}]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>`
}
