import type { JsonObject } from '@runnel/contract'
import { campaignRounds } from '@runnel/contract/testing'
import { countTokens, listProvided } from '@runnel/node-kit'
import { countTurns, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** What a splitter makes of a text that needs cutting; sizes are counted by `measure`, or are characters. */
interface SplitterCase {
  node: string
  of: string
  values?: JsonObject
  text: string
  pieces: string[]
  /** The line at which each piece begins. */
  lines: number[]
  measure?: (text: string) => Promise<number>
}

const none = { chunkSize: 12, chunkOverlap: 0 }

const cases: SplitterCase[] = [
  {
    node: 'recursiveCharacterTextSplitter',
    of: 'paragraphs, lines and words',
    text: 'one two\n\nthree\nfour five six',
    pieces: ['one two', 'three\nfour', 'five six'],
    lines: [1, 3, 4],
  },
  {
    node: 'characterTextSplitter',
    of: 'empty lines',
    text: 'one two\n\nthree\nfour',
    pieces: ['one two', 'three\nfour'],
    lines: [1, 3],
  },
  {
    node: 'characterTextSplitter',
    of: 'a separator of the author',
    values: { separator: '|' },
    text: 'one two three|four',
    pieces: ['one two thre', 'e|four'],
    lines: [1, 1],
  },
  {
    node: 'tokenTextSplitter',
    of: 'words, by tokens',
    values: { chunkSize: '3' },
    text: 'one two three four\nfive',
    pieces: ['one two three', 'four\nfive'],
    lines: [1, 1],
    measure: countTokens,
  },
  {
    node: 'tokenTextSplitter',
    of: 'a script whose characters are tokens, and which has no blanks',
    values: { chunkSize: 6 },
    text: `${'茶'.repeat(7)}\n🐜`,
    pieces: ['茶茶茶', '茶茶茶', '茶\n🐜'],
    lines: [1, 1, 1],
    measure: countTokens,
  },
  {
    node: 'markdownTextSplitter',
    of: 'headings before paragraphs',
    text: '# One\n\nText of one\n## Two\nfour',
    pieces: ['# One', 'Text of one', '## Two\nfour'],
    lines: [1, 3, 4],
  },
  {
    node: 'markdownTextSplitter',
    of: 'every heading of a level, but not in code',
    values: { chunkSize: 100, splitByHeaders: 'h2' },
    text: 'a\n# One\nb\n### Small\n```\n# no\n```\n## Two\nc',
    pieces: ['a', '# One\nb\n### Small\n```\n# no\n```', '## Two\nc'],
    lines: [1, 2, 8],
  },
  {
    node: 'codeTextSplitter',
    of: 'functions',
    values: { language: 'python', chunkSize: 20 },
    text: 'x = 1\ndef a():\n    return 1\ndef b():\n    return 2',
    pieces: ['x = 1\ndef a():', 'return 1', 'def b():', 'return 2'],
    lines: [1, 3, 4, 5],
  },
  {
    node: 'htmlToMarkdownTextSplitter',
    of: 'headings of HTML',
    values: { chunkSize: 30 },
    text: '<head><title>x</title></head><h1>One</h1><p>Tea &amp; <b>more</b></p><h2>Two</h2><a href="/x">link</a>',
    pieces: ['# One\n\nTea & **more**', '## Two\n\n[link](/x)'],
    lines: [1, 5],
  },
]

const splitters = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('textSplitter'))

async function split({ node, values }: Pick<SplitterCase, 'node' | 'values'>, pageContent: string) {
  const type = splitters.find(({ definition }) => definition.name === node)
  const work = await type?.provides?.textSplitter?.()
  const component = createTestComponent(node, { values: { ...none, ...values } })
  return (await work?.(component, [{ pageContent, metadata: { source: 'a.txt' } }])) ?? []
}

test('every splitter of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node))].sort()).toEqual(
    splitters.map(({ definition }) => definition.name).sort(),
  )
})

describe.each(cases)('$node of $of', (splitter) => {
  test('cuts there, and keeps what is known of the document', async () => {
    const pieces = await split(splitter, splitter.text)
    expect(pieces.map(({ pageContent }) => pageContent)).toEqual(splitter.pieces)
    expect(pieces.map(({ metadata }) => metadata)).toEqual(
      splitter.lines.map((from) => ({
        source: 'a.txt',
        loc: { lines: { from, to: expect.any(Number) } },
      })),
    )
  })

  test('keeps to the size whatever the text, and loses no word', async () => {
    const words = Array.from({ length: 400 }, (_unused, index) => `w${index}${index % 7 === 0 ? '\n' : ' '}`)
    const text = words.join('')
    const pieces = await split(
      { ...splitter, values: { ...splitter.values, chunkSize: 40, chunkOverlap: 9 } },
      text,
    )
    const measure = splitter.measure ?? (async (piece: string) => piece.length)
    for (const { pageContent } of pieces) expect(await measure(pageContent)).toBeLessThanOrEqual(40)
    const joined = pieces.map(({ pageContent }) => pageContent).join('')
    for (let index = 0; index < words.length; index += 40) expect(joined).toContain(`w${index}`)
  })

  test('has no pieces of blanks', async () => {
    expect(await split(splitter, ' \n\n ')).toEqual([])
  })

  test.each(['ab cd\n\n', '<a ', '<!--', '<ol><li>', '#', '```\n', '&#1;'])(
    'cuts a long text of %j into many small pieces without delay',
    async (piece) => {
      const pieces = await split(
        { ...splitter, values: { ...splitter.values, chunkSize: 3 } },
        piece.repeat(campaignRounds(6_000, 30_000)),
      )
      expect(Array.isArray(pieces)).toBe(true)
    },
  )

  test.each([
    ['ab cd\n\n', 2_000],
    ['x', 20_000],
    ['<b>a</b>', 5_000],
    ['# a\n', 2_000],
    ['<!-- -->', 5_000],
  ])('lets others have their turn while it cuts a long text of %j', async (piece, times) => {
    const long = { ...splitter, values: { ...splitter.values, chunkSize: 40 } }
    expect(await countTurns(() => split(long, piece.repeat(times)))).toBeGreaterThan(5)
  })

  test('refuses settings that cannot be', async () => {
    const tooWide = { ...splitter.values, chunkSize: 10, chunkOverlap: 10 }
    await expect(split({ ...splitter, values: tooWide }, 'x')).rejects.toThrow('must be smaller')
    await expect(split({ ...splitter, values: { ...splitter.values, chunkSize: 0 } }, 'x')).rejects.toThrow(
      'at least 1',
    )
  })
})

test('code needs a language that is known', async () => {
  for (const language of ['', 'constructor', 'klingon'])
    await expect(split({ node: 'codeTextSplitter', values: { language } }, 'x')).rejects.toThrow(
      'has no language',
    )
})

test.each([
  ['pieces', 'a '.repeat(400_000), { chunkSize: 1 }],
  ['letters', '# a\n<i>b</i> '.repeat(10_000), { chunkSize: 20_000, chunkOverlap: 19_990 }],
])('no more %s are made of a text than can be held', async (_what, text, values) => {
  const all = split({ node: 'recursiveCharacterTextSplitter', values }, text)
  await expect(all).rejects.toMatchObject({ code: 'limit_exceeded' })
})
