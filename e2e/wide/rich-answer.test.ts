import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'

const journey = prepareJourney()
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURES = process.env.PICTURES

const RICH = `## What was found

Both ***matter***: *speed* and **size**, see [the report][r], https://example.org/figures. Costs &euro; 5, or $6.[^1]

- [x] read the figures
- [ ] write them down
  1. first the \`median\`
  2. then the rest

| Step | Time | Note |
|:-----|-----:|:----:|
| parse | 1 ms | a \\| b |
| draw | 12 ms | two<br>lines |

> Quoted, with \\(a^2 + b^2 = c^2\\) and $x_i$.

\\[
\\int_0^1 \\frac{x^4(1-x)^4}{1+x^2}\\,dx = \\frac{22}{7} - \\pi
\\]

\`\`\`ts
const answer = await chat.send('Hello')
\`\`\`

![a dot](${DOT}) ![a picture elsewhere](https://example.org/p.png)

<script>window.hacked = true</script><img src=x onerror="window.hacked = true"> [no](javascript:alert(1))

[r]: https://example.org/report
[^1]: Plus tax.`

/** Start → a reply that repeats the question. */
const flowThatRepeats = {
  nodes: [
    {
      id: 'startAgentflow_0',
      type: 'agentFlow',
      position: { x: 60, y: 160 },
      data: {
        id: 'startAgentflow_0',
        name: 'startAgentflow',
        label: 'Start',
        inputs: { startInputType: 'chatInput' },
        outputs: {},
      },
    },
    {
      id: 'directReplyAgentflow_0',
      type: 'agentFlow',
      position: { x: 400, y: 160 },
      data: {
        id: 'directReplyAgentflow_0',
        name: 'directReplyAgentflow',
        label: 'Reply',
        inputs: { directReplyMessage: '{{question}}' },
        outputs: {},
      },
    },
  ],
  edges: [
    {
      id: 'startAgentflow_0-directReplyAgentflow_0',
      source: 'startAgentflow_0',
      target: 'directReplyAgentflow_0',
      sourceHandle: 'startAgentflow_0-output-startAgentflow',
      targetHandle: 'directReplyAgentflow_0',
      type: 'agentFlow',
    },
  ],
}

/** For those who want to see it: `PICTURES` names a folder. */
async function takePictures(name: string): Promise<void> {
  if (PICTURES === undefined) return
  await mkdir(PICTURES, { recursive: true })
  for (const [place, top] of Object.entries({ top: 0, end: 9_999 })) {
    await journey.page.getByRole('log').evaluate((log, to) => log.scrollTo({ top: to }), top)
    await journey.page.screenshot({ path: join(PICTURES, `${name}-${place}.png`) })
  }
}

test('an answer with everything that Markdown has', async () => {
  const { page, product } = journey
  await page.goto('/')
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const flowData = JSON.stringify(flowThatRepeats)
  const { id } = await api.post<{ id: string }>('/chatflows', { name: 'Echo', type: 'AGENTFLOW', flowData })
  await page.goto(`/v2/agentcanvas/${id}`)
  const chat = chatOf(page)
  await chat.open()
  await chat.ask(RICH)
  const answer = chat.answers().first()

  await answer.getByRole('link', { name: 'the report' }).waitFor()
  const links = await answer
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([
    'https://example.org/report',
    'https://example.org/figures',
    'https://example.org/p.png',
  ])
  expect(await answer.getByRole('checkbox', { name: 'Done' }).isChecked()).toBe(true)
  expect(await answer.getByRole('checkbox', { name: 'Open' }).isChecked()).toBe(false)
  expect(await answer.getByRole('cell').allInnerTexts()).toEqual([
    'parse',
    '1 ms',
    'a | b',
    'draw',
    '12 ms',
    'two\nlines',
  ])
  await expect.poll(() => answer.locator('math').count()).toBe(3)
  expect(await answer.locator('math mfrac').count()).toBe(2)
  expect(await answer.getByRole('img', { name: 'a dot' }).count()).toBe(1)
  expect(await answer.locator('em strong').innerText()).toBe('matter')
  expect(await answer.innerText()).toContain('<script>window.hacked = true</script><img src=x')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('reads well in both colours, and on a telephone', async () => {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `a rich answer, ${colour}, ${width}`)
      await expectNoSidewaysScroll(page, `a rich answer, ${width}`)
      await takePictures(`${colour}-${width}`)
    }
  }
})
