import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { restingBox } from '../support/resting-box.ts'

const RELEASES = 'https://releases.example/latest'
const journey = prepareJourney(() => ({ RELEASES_URL: RELEASES }))
const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

async function openVersion(): Promise<Locator> {
  const { page } = journey
  await page.goto('/chatflows')
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Version' }).click()
  return page.getByRole('dialog', { name: 'Runnel' })
}

test('the version dialog names the version that runs and the newest, which leads to its page [S2-VERS-01..04 S3-MISC-02 S3-MISC-03]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  const threeDaysAgo = new Date(Date.now() - 3.5 * 86_400_000).toISOString()
  const release = { name: 'Runnel 9', html_url: 'https://releases.example/9', published_at: threeDaysAgo }
  const cors = { 'access-control-allow-origin': '*' }
  await page.route(RELEASES, (route) => route.fulfill({ json: release, headers: cors }))
  const dialog = await openVersion()
  const link = dialog.getByRole('link', { name: 'Runnel 9' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(release.html_url)
  const heads = await dialog.getByRole('columnheader').allInnerTexts()
  expect(heads.map((head) => head.toLowerCase())).toEqual([
    'current version',
    'latest version',
    'published at',
  ])
  const { version } = await (await fetch(`${journey.product.address}/api/v1/version`)).json()
  expect(await dialog.getByRole('cell').allInnerTexts()).toEqual([version, 'Runnel 9', '3 days ago'])
})

test('without a place to ask the columns stand there and nothing is looked up [S2-VERS-03 S2-VERS-04]', async () => {
  const { page } = journey
  await page.route('**/api/v1/settings', (route) => route.fulfill({ json: { PLATFORM_TYPE: 'enterprise' } }))
  const dialog = await openVersion()
  await dialog.getByText('Not looked up here').waitFor()
  expect(await dialog.getByRole('columnheader').count()).toBe(3)
  await page.unroute('**/api/v1/settings')
})

test('texts are set in Inter, else Roboto, Arial, and cards have corners of 12 [S9-CONST-03 S9-CONST-04]', async () => {
  const { page } = journey
  await page.goto('/chatflows')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Start here/ }) })
  await card.waitFor()
  const family = await styleOf(page.locator('body'), 'font-family')
  expect(family.replaceAll(/["']/g, '')).toBe('Inter Variable, Inter, Roboto, Arial, sans-serif')
  const corners = await card.evaluate((node) =>
    [node, ...node.querySelectorAll('*')].map((each) => getComputedStyle(each).borderTopLeftRadius),
  )
  expect(corners).toContain('12px')
})

test('a success is told in green at the lower left, comes and goes in its times, and goes by itself [S9-SNACK-01 S9-SNACK-02 S9-SNACK-04 S9-SNACK-09..13 S2-DLG-11]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: /^Actions for Start here/ }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const toast = page.locator('.notification').first()
  // It stays for as long as the pointer rests on it.
  await toast.hover()
  expect(await toast.getAttribute('data-kind')).toBe('success')
  expect(await styleOf(toast.locator('.notification-icon'), 'color')).toBe('rgb(22, 131, 63)')
  expect(await styleOf(toast, 'animation-duration')).toBe('0.225s')
  expect(await styleOf(toast, 'transition-duration')).toContain('0.195s')
  const row = page.locator('.notification-row').first()
  expect(await styleOf(row, 'transition-duration')).toContain('0.175s')
  expect(await styleOf(row, 'transition-delay')).toContain('0.125s')
  const { x, y } = await restingBox(toast)
  expect([x < 100, y > 600]).toEqual([true, true])
  await page.mouse.move(700, 300)
  await toast.waitFor({ state: 'detached' })
})

test('a node is 260 wide, and the next one stands 80 beside it [S9-GEOM-01 S9-GEOM-02]', async () => {
  const { page } = journey
  await page.goto('/v2/agentcanvas')
  const canvas = canvasOf(page)
  await canvas.add('Direct Reply')
  const places = () =>
    page.locator('.react-flow__node').evaluateAll((nodes) =>
      nodes.map((node) => ({
        x: new DOMMatrix(getComputedStyle(node).transform).m41,
        width: (node as HTMLElement).offsetWidth,
      })),
    )
  const [start, reply] = (await places()).sort((a, b) => a.x - b.x)
  expect([start?.width, reply?.width]).toEqual([260, 260])
  expect((reply?.x ?? 0) - (start?.x ?? 0)).toBe(260 + 80)
})
