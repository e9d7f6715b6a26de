import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { makeReplyFlow } from '../support/reply-flow.ts'

const journey = prepareJourney(() => ({ RUNNEL_VAR_region: 'value-of-the-north' }))

const SECRET = 'value-that-nobody-sees'

const rowOf = (name: string) =>
  journey.page.getByRole('row').filter({ has: journey.page.getByRole('cell', { name }) })
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
async function answerOf(flowId: string): Promise<string> {
  const response = await fetch(`${journey.product.address}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Where?' }),
  })
  return ((await response.json()) as { text: string }).text
}

let flowId = ''

test('a variable is made by keyboard, and what is missing is said at its field [S1-MNG-02]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Variables' }).click()
  await page.getByRole('heading', { name: 'No variables yet' }).waitFor()
  await page.getByRole('button', { name: 'New variable' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf('New variable')
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `a new variable, ${colour}`)
  }
  await page.keyboard.type('two words')
  await page.keyboard.press('Enter')
  await dialog.getByText('letters, digits, hyphens').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('town')
  await dialog.getByText('{{$vars.town}}').waitFor()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Ulm')
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await rowOf('town').getByText('Ulm').filter({ visible: true }).waitFor()
})

test('flows find it, and the list tells which [S1-MNG-02]', async () => {
  const { page, product } = journey
  flowId = await makeReplyFlow(await openApi(product.address), 'Where we are', 'In {{$vars.town}}')
  expect(await answerOf(flowId)).toBe('In Ulm')
  await page.reload()
  await page.getByRole('button', { name: '1 flow uses town' }).click()
  const link = dialogOf('Flows that use “town”').getByRole('link', { name: 'Where we are' })
  expect(await link.getAttribute('href')).toBe(`/v2/agentcanvas/${flowId}`)
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('1 flow uses town')
})

test('a change reaches the next run, and a new name is warned of [S1-MNG-02]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Change town' }).click()
  const dialog = dialogOf('Change the variable')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('city')
  await dialog.getByText('1 flow goes on to name it {{$vars.town}}').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('town')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Bonn')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf('town').getByText('Bonn').filter({ visible: true }).waitFor()
  expect(await answerOf(flowId)).toBe('In Bonn')
})

test('one that the server has is told of, never shown', async () => {
  const { page } = journey
  for (const name of ['region', 'absent']) {
    await page.getByRole('button', { name: 'New variable' }).click()
    const dialog = dialogOf('New variable')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('radio', { name: 'Runtime' }).check()
    await dialog.getByText(`Set RUNNEL_VAR_${name} in the environment`).waitFor()
    await dialog.getByRole('button', { name: 'Create variable' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await rowOf('region')
    .getByText('RUNNEL_VAR_region is set on the server')
    .filter({ visible: true })
    .waitFor()
  await rowOf('absent')
    .getByText('RUNNEL_VAR_absent is not set on the server')
    .filter({ visible: true })
    .waitFor()
  expect(await page.content()).not.toContain('value-of-the-north')
})

test('a secret one is made by keyboard with its hosts, and shows neither value nor typed text again', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'New variable' }).click()
  const dialog = dialogOf('New variable')
  const nameField = dialog.getByRole('textbox', { name: 'Name' })
  await nameField.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('apiKey')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await dialog.getByRole('radio', { name: 'Secret' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a value.').waitFor()
  await dialog.getByText('Name at least one host.').waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `a new secret variable, ${colour}`)
  }
  await dialog.getByLabel('Value', { exact: false }).first().fill(SECRET)
  await dialog.getByRole('textbox', { name: 'Hosts' }).fill('https://api.example.com/v1')
  journey.visitor.watch.allow('400')
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await dialog.getByText('“https://api.example.com/v1” is no host.').waitFor()
  await dialog.getByRole('textbox', { name: 'Hosts' }).fill('api.example.com\n*.example.org')
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await rowOf('apiKey')
    .getByText('only to api.example.com, *.example.org')
    .filter({ visible: true })
    .waitFor()
  expect(await page.content()).not.toContain(SECRET)
})

test('a secret one keeps its value when the field is left empty, at 390 pixels too', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Change apiKey' }).click()
  const dialog = dialogOf('Change the variable')
  await dialog.getByText('Leave this empty to keep it').waitFor()
  await dialog.getByRole('textbox', { name: 'Hosts' }).fill('api.example.com')
  await expectAccessible(page, 'a stored secret variable on a telephone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf('apiKey')
    .getByText('only to api.example.com', { exact: true })
    .filter({ visible: true })
    .waitFor()
  await page.getByRole('button', { name: 'Change apiKey' }).click()
  await dialog.getByRole('radio', { name: 'Static' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be given anew').waitFor()
  await dialog.getByRole('radio', { name: 'Secret' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Delete apiKey' }).click()
  await dialogOf('Delete “apiKey”?').getByRole('button', { name: 'Delete variable' }).click()
  await rowOf('apiKey').first().waitFor({ state: 'detached' })
})

test('two of one name are refused, and the dialog keeps what was typed', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('409')
  await page.getByRole('button', { name: 'New variable' }).click()
  const dialog = dialogOf('New variable')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('town')
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await dialog.getByRole('alert').getByText('“town”').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('search, type and order stand in the address, and outlast a reload', async () => {
  const { page } = journey
  const names = () => page.locator('tbody .variable-name').allInnerTexts()
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Name, A to Z' })
  await expect.poll(names).toEqual(['absent', 'region', 'town'])
  await page.getByRole('combobox', { name: 'Used by' }).selectOption({ label: 'Used by a flow' })
  await expect.poll(names).toEqual(['town'])
  await page.getByRole('combobox', { name: 'Used by' }).selectOption({ label: 'Used or not' })
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Runtime' })
  await expect.poll(names).toEqual(['absent', 'region'])
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('REG')
  await expect.poll(names).toEqual(['region'])
  await expect.poll(() => new URL(page.url()).search).toContain('q=REG')
  await page.reload()
  await expect.poll(names).toEqual(['region'])
  expect(new URL(page.url()).search).toBe('?sort=name&type=runtime&q=REG')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(names).toEqual(['absent', 'region', 'town'])
})

test('who deletes it is told which flow loses it [S1-MNG-02]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Delete town' }).click()
  const question = dialogOf('Delete “town”?')
  await question.getByText('• Where we are').waitFor()
  await question.getByRole('button', { name: 'Delete variable' }).click()
  await expect.poll(() => page.locator('tbody .variable-name').allInnerTexts()).toEqual(['absent', 'region'])
})

test('who may only view them finds no button that is refused [S2-ROUTE-13 S6-PERM-09]', async () => {
  const { page } = journey
  await becomeMember(page, { permissions: ['variables:view'], platform: 'enterprise' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
  await rowOf('region').first().waitFor()
  for (const name of ['New variable', 'Change region', 'Delete region'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.goto('/apikey')
  await page.waitForURL('**/unauthorized*')
})
