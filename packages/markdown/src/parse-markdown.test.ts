import { describe, expect, test } from 'vitest'
import { parseMarkdown } from './markdown-reader.ts'
import type { MarkdownInline } from './markdown-tree.ts'

const text = (value: string) => ({ kind: 'text', text: value })
const paragraph = (...children: unknown[]) => ({ kind: 'paragraph', children })

/** The parts of a text that is one paragraph. */
function parseInline(written: string): readonly MarkdownInline[] {
  const blocks = parseMarkdown(written)
  const [block] = blocks
  if (blocks.length !== 1 || block?.kind !== 'paragraph') throw new Error('This is not one paragraph.')
  return block.children
}

describe('blocks', () => {
  test('paragraphs, headings and rules', () => {
    expect(parseMarkdown('# Title\n\nOne\ntwo\n\n---\nthree')).toEqual([
      { kind: 'heading', level: 1, children: [text('Title')] },
      paragraph(text('One\ntwo')),
      { kind: 'rule' },
      paragraph(text('three')),
    ])
  })

  test('fenced code word for word, also while its end is still to come', () => {
    const code = { kind: 'code', language: 'ts', text: 'const a = "**b**"\n\n# no heading' }
    expect(parseMarkdown('```ts\nconst a = "**b**"\n\n# no heading\n```')).toEqual([code])
    expect(parseMarkdown('```ts\nconst a = "**b**"\n\n# no heading')).toEqual([code])
  })

  test('what is only indented is no code', () => {
    expect(parseMarkdown('a\n\n    b *c*')).toEqual([
      paragraph(text('a')),
      paragraph(text('b '), { kind: 'emphasis', children: [text('c')] }),
    ])
  })

  test('nested lists, and where a numbered one begins', () => {
    const inner = {
      kind: 'list',
      ordered: false,
      start: 1,
      items: [{ children: [paragraph(text('inner'))] }],
    }
    expect(parseMarkdown('3. one\n   - inner\n4. two')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [{ children: [paragraph(text('one')), inner] }, { children: [paragraph(text('two'))] }],
      },
    ])
  })

  test('lists three deep with code inside an item', () => {
    const [list] = parseMarkdown('- a\n  - b\n    - c\n\n      ```sh\n      ls\n      ```\n- d')
    expect(list).toMatchObject({
      items: [
        {
          children: [
            paragraph(text('a')),
            {
              items: [
                {
                  children: [
                    paragraph(text('b')),
                    { items: [{ children: [paragraph(text('c')), { kind: 'code', text: 'ls' }] }] },
                  ],
                },
              ],
            },
          ],
        },
        { children: [paragraph(text('d'))] },
      ],
    })
  })

  test('tasks', () => {
    expect(parseMarkdown('- [x] done\n- [ ] open\n- plain')).toEqual([
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [
          { checked: true, children: [paragraph(text('done'))] },
          { checked: false, children: [paragraph(text('open'))] },
          { children: [paragraph(text('plain'))] },
        ],
      },
    ])
  })

  test('quotes and tables', () => {
    expect(parseMarkdown('> said\n\n| a | b |\n|---|:-:|\n| 1 | 2 |')).toEqual([
      { kind: 'quote', children: [paragraph(text('said'))] },
      {
        kind: 'table',
        align: [null, 'center'],
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], [text('2')]]],
      },
    ])
  })

  test('bars of a cell that are escaped, and line breaks in it', () => {
    expect(parseMarkdown('| a |\n|---|\n| x \\| `y\\|z`<br>w |')).toMatchObject([
      { rows: [[[text('x | '), { kind: 'code', text: 'y|z' }, { kind: 'break' }, text('w')]]] },
    ])
  })

  test('footnotes', () => {
    expect(parseMarkdown('Said[^1].\n\n[^1]: By *whom*.')).toEqual([
      paragraph(text('Said'), { kind: 'footnote', label: '1' }, text('.')),
      {
        kind: 'footnote',
        label: '1',
        children: [paragraph(text('By '), { kind: 'emphasis', children: [text('whom')] }, text('.'))],
      },
    ])
  })

  test('HTML stays text', () => {
    const html = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    expect(parseMarkdown(html)).toEqual([paragraph(text(html))])
    expect(parseMarkdown(`a ${html}`)).toEqual([paragraph(text(`a ${html}`))])
  })

  test('lines that end as on Windows', () => {
    expect(parseMarkdown('a\r\n\r\n- b\r\n')).toEqual(parseMarkdown('a\n\n- b\n'))
  })
})

describe('parts of a paragraph', () => {
  test('emphasis, code and line breaks', () => {
    expect(parseInline('**bold _both_** and `a*b` ~~gone~~  \nnext\\\nlast')).toEqual([
      { kind: 'strong', children: [text('bold '), { kind: 'emphasis', children: [text('both')] }] },
      text(' and '),
      { kind: 'code', text: 'a*b' },
      text(' '),
      { kind: 'strike', children: [text('gone')] },
      { kind: 'break' },
      text('next'),
      { kind: 'break' },
      text('last'),
    ])
  })

  test('strong and emphasis at once', () => {
    expect(parseInline('***both***')).toEqual([
      { kind: 'emphasis', children: [{ kind: 'strong', children: [text('both')] }] },
    ])
  })

  test('underscores inside names stay', () => {
    expect(parseInline('call my_own_name now')).toEqual([text('call my_own_name now')])
  })

  test('entities are characters', () => {
    expect(parseInline('a &amp; b &lt;c&gt; &copy; &#8364;')).toEqual([text('a & b <c> © €')])
  })

  test('links lead to http, https and mailto only', () => {
    expect(parseInline('[a](https://example.org/x) [b](javascript:alert(1)) [c](data:text/html,x)')).toEqual([
      { kind: 'link', href: 'https://example.org/x', children: [text('a')] },
      text(' b c'),
    ])
    for (const address of ['JaVaScRiPt:alert(1)', 'java&#115;cript:alert(1)', 'vbscript:x', '//evil', '/a']) {
      expect(parseInline(`[x](${address})`)).toEqual([text('x')])
    }
  })

  test('addresses in the text are links, without the sign behind them', () => {
    expect(parseInline('see https://example.org/a_b. **https://example.org** (www.example.org/c)')).toEqual([
      text('see '),
      { kind: 'link', href: 'https://example.org/a_b', children: [text('https://example.org/a_b')] },
      text('. '),
      {
        kind: 'strong',
        children: [{ kind: 'link', href: 'https://example.org/', children: [text('https://example.org')] }],
      },
      text(' ('),
      { kind: 'link', href: 'http://www.example.org/c', children: [text('www.example.org/c')] },
      text(')'),
    ])
    expect(parseInline('<https://example.org/x>')).toEqual([
      { kind: 'link', href: 'https://example.org/x', children: [text('https://example.org/x')] },
    ])
  })

  test('links whose address stands elsewhere, before or behind', () => {
    const link = { kind: 'link', href: 'https://example.org/', children: [text('x y')] }
    expect(parseMarkdown('[x y][A  b]\n\n[a b]: https://example.org "T"')).toEqual([paragraph(link)])
    expect(parseMarkdown('[x y]\n\n[x Y]: javascript:alert(1)')).toEqual([paragraph(text('x y'))])
  })

  test('pictures are https or data that cannot hold a script', () => {
    const dot = 'data:image/png;base64,iVBORw0KGgo='
    expect(parseInline(`![a](https://example.org/a.png) ![dot](${dot})`)).toEqual([
      { kind: 'image', src: 'https://example.org/a.png', alt: 'a' },
      text(' '),
      { kind: 'image', src: dot, alt: 'dot' },
    ])
    for (const address of [
      'http://example.org/a.png',
      'javascript:alert(1)',
      'data:image/svg+xml;base64,PHN2Zz4=',
    ]) {
      expect(parseInline(`![x](${address})`)).toEqual([text('x')])
    }
  })
})

describe('formulas', () => {
  test.each([
    ['\\(a_1*b*c\\)', { kind: 'math', tex: 'a_1*b*c', display: false }],
    ['$a_1*b*c$', { kind: 'math', tex: 'a_1*b*c', display: false }],
    ['$x$', { kind: 'math', tex: 'x', display: false }],
    ['$2^n$', { kind: 'math', tex: '2^n', display: false }],
    ['$$x$$ so', { kind: 'math', tex: 'x', display: true }],
    ['\\[x\\] so', { kind: 'math', tex: 'x', display: true }],
  ])('inside a line: %s', (written, math) => {
    expect(parseInline(`so ${written}`)).toContainEqual(math)
  })

  test.each([
    ['\\[\n\\frac{a}{b}\n= c\n\\]', '\\frac{a}{b}\n= c'],
    ['$$\na\n+ b \\\\[2pt]\n- c\n$$', 'a\n+ b \\\\[2pt]\n- c'],
    ['$$ x = 1 $$', 'x = 1'],
  ])('with lines of its own: %j', (written, tex) => {
    expect(parseMarkdown(`So:\n\n${written}\n\nEnd`)).toEqual([
      paragraph(text('So:')),
      { kind: 'math', tex },
      paragraph(text('End')),
    ])
    expect(parseMarkdown(`> ${written.replaceAll('\n', '\n> ')}`)).toEqual([
      { kind: 'quote', children: [{ kind: 'math', tex }] },
    ])
  })

  test.each([
    'It costs $5 and $10.',
    'US$5, A$6 or 7$',
    '$5$',
    'From $5-$10',
    'echo $HOME:$PATH',
    'an open \\( and $$ and \\[ alone',
    '$ x $',
  ])('not where something else can be meant: %s', (written) => {
    expect(parseInline(written).every(({ kind }) => kind === 'text')).toBe(true)
  })

  test('that a blank line cuts stay text', () => {
    expect(parseMarkdown('\\[\na\n\nb\n\\]')).toEqual([paragraph(text('\\[\na')), paragraph(text('b\n]'))])
  })

  test('with words behind its end', () => {
    expect(parseMarkdown('\\[\na\n\\], so')).toEqual([
      paragraph({ kind: 'math', tex: 'a', display: true }, text(', so')),
    ])
  })

  test('code is no formula', () => {
    expect(parseInline('`$a$` and `\\(b\\)`')).toEqual([
      { kind: 'code', text: '$a$' },
      text(' and '),
      { kind: 'code', text: '\\(b\\)' },
    ])
  })
})
