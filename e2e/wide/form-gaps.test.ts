import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { formOf } from '../support/draw-flow.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { fillForm } from '../support/node-form.ts'
import { restingBox } from '../support/resting-box.ts'

/** What holds settings one below the other: a form, its additional settings, a row of a list, what was chosen in a setting. */
const LISTS = '.values-form, .additional-params .mantine-Accordion-content, .row-card, .config-section'
/** Spacing goes in steps of four pixels; less than three of them and two settings look like one. */
const STEP = 4
const LEAST = 12
const WIDTHS = [1440, 390]

const journey = prepareJourney()

beforeAll(() => signInAsAdministrator(journey.page))

/** How many pixels lie between each two neighbours of the lists that are in sight, with what they say. */
function gapsIn(form: Locator): Promise<{ between: string; pixels: number }[]> {
  return form.evaluate((element, lists) => {
    const nameOf = (child: Element) => (child.textContent ?? '').trim().slice(0, 30)
    return [...element.querySelectorAll(lists)].flatMap((list) => {
      const seen = [...list.children].filter((child) => child.getClientRects().length > 0)
      return seen.slice(1).map((child, index) => {
        const above = seen[index]
        const bottom = above?.getBoundingClientRect().bottom ?? Number.NaN
        return {
          between: `${above ? nameOf(above) : ''} | ${nameOf(child)}`,
          pixels: Math.round((child.getBoundingClientRect().top - bottom) * 10) / 10,
        }
      })
    })
  }, LISTS)
}

/** Fails where neighbours stand closer, or out of step. `least` of them must be there. */
async function expectGaps(form: Locator, least: number, what: string): Promise<void> {
  const { page } = journey
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await restingBox(form.locator('.values-form').first())
    const gaps = await gapsIn(form)
    expect(gaps.length, `${what} at ${width}: pairs of settings`).toBeGreaterThanOrEqual(least)
    expect(
      gaps.filter(({ pixels }) => !(pixels >= LEAST && pixels % STEP === 0)),
      `${what} at ${width}`,
    ).toEqual([])
  }
  await lookAtPage(page, `form-gaps-${what}`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Opens every closed section of additional settings of a form. */
async function openSections(form: Locator): Promise<void> {
  const closed = form.locator('.mantine-Accordion-control[aria-expanded="false"]')
  while ((await closed.count()) > 0) await closed.first().click()
  for (const panel of await form.locator('.additional-params').all()) await restingBox(panel)
}

test('the settings of a node of a chat flow stand apart, those in the additional section too', async () => {
  const { page } = journey
  await page.goto('/canvas')
  await canvasOf(page).add('OpenAI')
  const form = formOf(page, 'OpenAI')
  await openSections(form)
  await expectGaps(form, 12, 'OpenAI')
})

test('those of a step of an agent flow too, with rows and with the settings of its model', async () => {
  const { page } = journey
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).add('LLM')
  const form = formOf(page, 'LLM')
  await fillForm(form, { options: { Model: 'OpenAI' }, rows: { Messages: {} } })
  await openSections(form)
  await expectGaps(form, 20, 'LLM')
})
