import { expect, test } from 'vitest'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { makeAgentflow } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const journey = prepareJourney()
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const row = () => journey.page.getByRole('row', { name: /Account of the shop/ })

test('a credential is shared with another workspace from its list', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  await api.post('/workspace', { name: 'Lab' })
  await api.post('/credentials', {
    name: 'Account of the shop',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-of-the-shop' },
  })
  const chatflowId = await makeAgentflow(api, 'Greeter')
  await api.post('/marketplaces/custom', { name: 'Greeting', chatflowId })
  await page.goto('/credentials')
  const share = row().getByRole('button', { name: 'Share Account of the shop' })
  await share.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf('Share credential')
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Account of the shop')
  expect(await dialog.getByRole('button', { name: 'Share' }).isDisabled()).toBe(true)
  await dialog.getByRole('switch', { name: 'Share with Lab' }).focus()
  await page.keyboard.press('Space')
  await lookAtPage(page, 'share-dialog')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await page.getByText('“Account of the shop” is shared as you chose.').waitFor()
  await share.click()
  expect(await dialog.getByRole('switch', { name: 'Share with Lab' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('what others shared meanwhile stays, also where the page heard of it after a cut of the network', async () => {
  const { product } = journey
  const { page, context } = await journey.openVisitor()
  const api = await openApi(product.address)
  const [lab, market] = await Promise.all([
    api
      .get<{ id: string; name: string }[]>('/workspace')
      .then((all) => all.find(({ name }) => name === 'Lab')),
    api.post<{ id: string }>('/workspace', { name: 'Market' }),
  ])
  const [credential] = await api.get<{ id: string }[]>('/credentials')
  const shares = `/workspace/shared/${credential?.id}`
  await page.goto('/')
  await signIn(page)
  await page.goto('/credentials')
  await page.getByRole('button', { name: 'Share Account of the shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share credential' })
  await dialog.getByRole('switch', { name: 'Share with Lab' }).waitFor()
  await api.post(shares, { itemType: 'credential', workspaceIds: [lab?.id, market.id] })
  const heard = page.waitForResponse((answer) => answer.url().includes('/workspace/shared/'))
  await context.setOffline(true)
  await context.setOffline(false)
  await (await heard).finished()
  await dialog.getByRole('switch', { name: 'Share with Lab' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await api.get<{ workspaceId: string }[]>(shares)).map(({ workspaceId }) => workspaceId)).toEqual([
    market.id,
  ])
  await api.post(shares, { itemType: 'credential', workspaceIds: [lab?.id] })
})

test('a template is shared from its card', async () => {
  const { page } = journey
  await page.goto('/marketplaces?tab=own')
  await page.getByRole('button', { name: 'Share Greeting' }).click()
  const dialog = dialogOf('Share template')
  await dialog.getByRole('switch', { name: 'Share with Lab' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await page.getByText('“Greeting” is shared as you chose.').waitFor()
})

test('in the other workspace both say where they come from, and nothing changes them there', async () => {
  const { page } = journey
  await page.reload()
  await page.getByRole('button', { name: 'Workspace: Default Workspace' }).click()
  await page.getByRole('menuitem', { name: /Lab/ }).click()
  await page.getByRole('button', { name: 'Workspace: Lab' }).waitFor()
  await page.goto('/credentials')
  await row().getByText('Shared from Default Workspace').first().waitFor()
  expect(
    await row()
      .getByRole('button', { name: /Account of the shop/ })
      .count(),
  ).toBe(0)
  await lookAtPage(page, 'shared-credential')
  await page.goto('/marketplaces?tab=own')
  await page.getByText('Shared from Default Workspace').waitFor()
  expect(await page.getByRole('button', { name: /^(Share|Delete) Greeting/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Use template: Greeting' }).waitFor()
  await lookAtPage(page, 'shared-template')
})
