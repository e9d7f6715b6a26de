import { describe, expect, test } from 'vitest'
import { markupSteps, readMarkup, STEP } from './read-markup.ts'

/** What is told of a text, with texts that follow each other joined: a step may end inside of one. */
function told(markup: string, format: { xml?: boolean } = {}): string[] {
  const all: string[] = []
  let text = ''
  const say = (word: string) => {
    if (text !== '') all.push(text)
    text = ''
    all.push(word)
  }
  readMarkup(markup, format, {
    opens: (name, attributes) => say(`<${name} ${JSON.stringify(attributes)}>`),
    closes: (name) => say(`</${name}>`),
    text: (piece) => {
      text += piece
    },
  })
  return text === '' ? all : [...all, text]
}

const HTML =
  '<p class="a &amp; b" id=c hidden>x &lt; y &amp;amp; &notin; &#x41;</p><!-- <b> --><A HREF="u">t</A><br/><script>1<2</script>'
const XML = '<a b="c"><![CDATA[<d>]]><e/>&#65;</a>'

describe('markup of more than one step', () => {
  test.each([
    ['HTML', HTML, {}],
    ['XML', XML, { xml: true }],
  ])('is read as in one, wherever in it a step of %s ends', (_what, sample, format) => {
    const [, ...alone] = told(`<i>${sample}`, format)
    for (let end = 0; end <= sample.length; end += 1) {
      const filled = '.'.repeat(STEP - end)
      const [before, ...rest] = told(`${filled}<i>${sample}`, format)
      expect([before, rest[0]], String(end)).toEqual([filled, '<i {}>'])
      expect(rest.slice(1), String(end)).toEqual(alone)
    }
  })

  test('is read in steps that others can wait between', () => {
    const seen: number[] = []
    let texts = 0
    const count = () => {
      texts += 1
    }
    for (const _step of markupSteps('<p>x'.repeat(STEP), {}, { opens: count })) seen.push(texts)
    expect(seen).toEqual([1, 2, 3, 4].map((step) => (step * STEP) / 4))
  })
})
