import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBlocks, collectDefinitions } from './build-blocks.ts'
import { createMarkdownReader, parseMarkdown } from './markdown-reader.ts'
import type { MarkdownBlock } from './markdown-tree.ts'
import { parseNodes } from './parse-nodes.ts'

/** The whole text in one go, as the parser has it. */
function parseWhole(text: string): MarkdownBlock[] {
  const nodes = parseNodes(text, [])
  return buildBlocks(nodes, new Map(collectDefinitions(nodes).reverse()))
}

const RICH = `# A title

Words with **bold**, *emphasis*, \`code\` and [a link](https://example.org/a "T").
A second line of it, and a [reference][Ref] and a note[^1].

1. one
2. two
   - inner **a**
   - inner b

     with a paragraph
3. three

- [x] done
- [ ] open

* another list

> a quote
> - with a list

lazy

| a | b |
|---|--:|
| 1 | \`x\\|y\` |
| 2 | [t](https://example.org) |
no bars

\`\`\`ts
const a = 1

# no heading
\`\`\`
~~~
never closed by \`\`\`
~~~

\\[
a = b
\\]

$$
x
$$

[Ref]: https://example.org/r
'a title'

[^1]: The note

    goes on.

Setext
===

    indented code

    goes on

***
End with [ref], ![p](https://example.org/p.png) and https://example.org/.
`

const SPLITS = [
  'a\n***b\n\nc',
  '1. a\n\n2\n\n3. b',
  '- a\n\n\n- b\n\n  c\n\nd',
  'text:\n- a\n- b\n\ntext:\n1. c\n2. d',
  'x\n| a | b |\n|---|---|x\n\n| a |\n|---|\n| 1 |\n| 2 |\n\nend',
  '[a]: /u "title\n\nno" [a]\n\n[a]: https://example.org',
  "[foo]: https://example.org\n'title\nmore'\n\n[foo]",
  '[foo]\n\n[foo]:\nhttps://example.org/1\n\n[foo]: https://example.org/2\n',
  '```\na\n\n\nb\n```\n\n```\n\n```\n````x\n```\n````\nend',
  '   ```\n   a\n  b\n   ```\nx',
  '> a\nb\n\n> c\n\n\n>d\n```\ne\n',
  '- a\n  ```\n  b\n\n  c\n  ```\n- d\n\n      e\n',
  'a\n\n    b\n\n\n    c\nd',
  '[^a]: x\n\n    y\n\n  z[^a]\n\n[^b]\n\n[^b]: w',
  'text\n\\[\na\n\\]\nmore\n\n\\[ b\n- c\n\nd',
  '| a |\n|---|\n| 1\n| 2 | 3 |\nx\n# h\n| y |',
  'a\n===\nb\n---\n- c\n---\n',
  '- \n\n  a\n-\n- b\n+ c\n',
  'a\n- 2) \n> 2) b\n',
  '    goes on.\n- \n# A title',
]

const CORPUS: [string, string][] = [
  ['a rich text', RICH],
  ...SPLITS.map((text): [string, string] => [JSON.stringify(text), text]),
]

describe.each(CORPUS)('%s, piece by piece,', (_name, text) => {
  test('gives at every place what the whole gives', () => {
    const reader = createMarkdownReader()
    for (let end = 0; end <= text.length; end += 1) {
      const prefix = text.slice(0, end)
      expect(reader.read(prefix), prefix).toEqual(parseWhole(prefix))
    }
  })
})

const LINES = [
  ...new Set([
    ...RICH.split('\n'),
    ...SPLITS.join('\n').split('\n'),
    '',
    '',
    '  ',
    '\t- x',
    '   1) y',
    '[ref]',
  ]),
]

const SIGNS = [
  ...[
    'a',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '2) ',
    '> ',
    '# ',
    '---',
    '===',
    '[x] ',
    '<br>',
  ],
  ...['`', '```', '~~~', '~~', '*', '**', '_', '|', '|-|\n', '"', '\\', '&amp;', 'www.a.bc'],
  ...['[', '![', '](https://b.c)', '[a]', '[a]: https://d.e', '[^a]', '[^a]: '],
  ...['$', '$$', '\\[', '\\]', '\\(', '\\)'],
]

const MIXTURES: [string, string[], string, number][] = [
  ['lines', LINES, '\n', 14],
  ['signs', SIGNS, '', 24],
]

describe.each(MIXTURES)('any %s in any order, cut anywhere,', (_name, ...[parts, between, maxLength]) => {
  test('give what the whole gives', () => {
    const texts = fc.array(fc.constantFrom(...parts), { maxLength }).map((chosen) => chosen.join(between))
    const steps = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
    const property = fc.property(texts, steps, (text, cuts) => {
      const reader = createMarkdownReader()
      let end = 0
      for (const step of [...cuts, text.length]) {
        end = Math.min(text.length, end + step)
        expect(reader.read(text.slice(0, end))).toEqual(parseWhole(text.slice(0, end)))
      }
    })
    // The parser itself has a few states that reach over a blank line: a seed keeps a rare one from failing some run.
    fc.assert(property, { numRuns: 300, seed: 20_261_122 })
  })
})

test('a text longer than what is parsed at once gives what the whole gives', () => {
  const text = RICH.replaceAll('~~~', '```').repeat(6)
  expect(parseMarkdown(text)).toEqual(parseWhole(text))
})

describe('a text that grows', () => {
  /** Lets a text of 100 kB grow by a word a time, and returns what one more word costs on the median. */
  function measure(text: string) {
    const reader = createMarkdownReader()
    const words = text.split(/(?<= )/)
    let end = words.slice(0, -60).join('').length
    reader.read(text.slice(0, end))
    const costs = words.slice(-60).map((word) => {
      const before = reader.parsedCharacters
      end += word.length
      reader.read(text.slice(0, end))
      return reader.parsedCharacters - before
    })
    costs.sort((a, b) => a - b)
    return costs[30] ?? 0
  }
  const WORDS = 'some words of an answer that say **little** but go on and on, as answers do, '

  test.each([
    ['paragraphs', `${WORDS.repeat(6)}\n\n`.repeat(220), 500],
    ['one list', `- ${WORDS.repeat(3)}\n`.repeat(430), 500],
    ['one table', `| a | b |\n|---|---|\n${`| ${WORDS} | ${WORDS} |\n`.repeat(620)}`, 500],
    ['one piece of code', `\`\`\`ts\n${`${WORDS}\n`.repeat(1300)}`, 200],
    [
      'paragraphs that point to addresses behind them',
      `${`${WORDS.repeat(4)} [a] ${WORDS}\n\n`.repeat(250)}[a]: https://example.org\n\n${`${WORDS.repeat(4)}\n\n`.repeat(20)}`,
      500,
    ],
  ])('parses only its last block anew: %s', (_name, text, most) => {
    expect(text.length).toBeGreaterThan(95_000)
    expect(measure(text)).toBeLessThan(most)
  })

  test('keeps closed blocks, items and rows as the same objects', () => {
    const reader = createMarkdownReader()
    const start = 'one\n\n- a\n- b\n- c\n'
    const [one, list] = reader.read(start)
    const [sameOne, longerList] = reader.read(`${start}- d\n- e`)
    expect(sameOne).toBe(one)
    expect(list?.kind === 'list' && longerList?.kind === 'list').toBe(true)
    if (list?.kind !== 'list' || longerList?.kind !== 'list') return
    expect(longerList.items).toHaveLength(5)
    expect(longerList.items[0]).toBe(list.items[0])
  })

  test('is read anew where it does not go on', () => {
    const reader = createMarkdownReader()
    reader.read('# a\n\nb\n\n[c]: https://example.org\n\n')
    expect(reader.read('[c]')).toEqual(parseWhole('[c]'))
  })
})

describe('hostile texts', () => {
  const N = 20_000
  test.each([
    ['quotes', '>'.repeat(10_000)],
    ['quotes of many lines', `${'> '.repeat(40)}a\n`.repeat(600)],
    ['lists', '- '.repeat(10_000)],
    [
      'deeper and deeper lists',
      Array.from({ length: 150 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ],
    ['opening brackets', '['.repeat(N)],
    ['closing brackets', ']'.repeat(N)],
    ['pictures', '!['.repeat(N / 2)],
    ['addresses of links', '[a]('.repeat(N / 4)],
    ['stars', '*'.repeat(N)],
    ['stars and words', '*a_ '.repeat(N / 4)],
    ['strong inside of words', 'a**b'.repeat(N / 4)],
    ['backticks', '`'.repeat(N)],
    ['backticks of all lengths', Array.from({ length: 200 }, (_, size) => '`'.repeat(size + 1)).join(' ')],
    ['signs behind an address', `https://a${'_!'.repeat(N / 2)}a`],
    ['comments', '<!-- '.repeat(N / 5)],
    ['formulas that never end', '\\(\\[$$'.repeat(N / 6)],
    ['dollars', '$a'.repeat(N / 2)],
    ['cells', `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|a'.repeat(4_000)}`],
    ['rows', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(3_000)}`],
    ['titles', 'a\n=\n'.repeat(N / 4)],
    ['definitions', Array.from({ length: 1_500 }, (_, index) => `[a${index}]: b`).join('\n')],
    ['lines', 'a\n'.repeat(N / 2)],
    ['tabs', '\t'.repeat(N)],
  ])('come to an end: %s', (_name, text) => {
    const reader = createMarkdownReader()
    reader.read(text)
    // Windows double until a block is closed: each character is parsed a few times at most.
    expect(reader.parsedCharacters).toBeLessThan(text.length * 8 + 4_000)
  })
})
