import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { becomeMember } from '../support/member.ts'

const journey = prepareJourney()
let storeId: string
let emptyStoreId: string

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  const api = await openApi(journey.product.address)
  const makeStore = async (name: string) =>
    (await api.post<{ id: string }>('/document-store/store', { name, description: '' })).id
  storeId = await makeStore('Cellar')
  emptyStoreId = await makeStore('Attic')
  const loader = await api.post<{ id: string }>('/document-store/loader/save', {
    storeId,
    loaderId: 'plainText',
    loaderName: 'House rules',
    loaderConfig: { text: 'Tea is served hot.' },
  })
  await api.post(`/document-store/loader/process/${loader.id}`, { storeId, id: loader.id })
})

const become = (...permissions: string[]) =>
  becomeMember(journey.page, { permissions: ['documentStores:view', ...permissions] })
const openStore = async (id = storeId) => {
  await journey.page.goto(`/document-stores/${id}`)
  await journey.page.getByRole('heading', { level: 1 }).waitFor()
}
const button = (name: string) => journey.page.getByRole('button', { name })
const itemsOf = async (menu: string) => {
  await button(menu).click()
  const items = journey.page.getByRole('menuitem')
  await items.first().waitFor()
  const names = await items.allInnerTexts()
  await journey.page.keyboard.press('Escape')
  await items.first().waitFor({ state: 'detached' })
  return names
}

describe('who may only look at a store', () => {
  beforeAll(() => become())

  test('is promised no more than looking by its menus', async () => {
    await openStore()
    expect(await itemsOf('Actions of House rules')).toEqual(['View settings', 'View chunks'])
    expect(await itemsOf('More')).toEqual(['View chunks', 'Vector configuration'])
  })

  test('is told what they can do themselves, not to do what they may not', async () => {
    const { page } = journey
    await openStore()
    const advice = page.locator('.store-advice')
    await advice.getByText('You can read them. The store can be asked once somebody who may').waitFor()
    expect(await advice.innerText()).not.toMatch(/\b(choose|make)\b/i)
    expect(await advice.getByRole('link').or(advice.getByRole('button')).count()).toBe(0)
    await lookAtPage(page, 'store-advice-of-reader')
    await openStore(emptyStoreId)
    await page.getByText('You see here what it brings once somebody who may add loaders').waitFor()
    expect(await page.getByText('Begin with a file').count()).toBe(0)
    await lookAtPage(page, 'empty-store-of-reader')
  })

  test('is told what nobody chose, not that nothing can be chosen', async () => {
    const { page } = journey
    await page.goto(`/document-stores/vector/${storeId}`)
    const step = (name: string) => page.getByRole('region', { name })
    await step('Embeddings').getByText('Not chosen yet').waitFor()
    await step('Vector store').getByText('Not chosen yet').waitFor()
    for (const name of ['Better order', 'Record manager', 'Context of the chunks'])
      await step(name).getByText('None', { exact: true }).waitFor()
    expect(await page.getByText('nothing to choose').count()).toBe(0)
    expect(await page.getByText('has no record managers').count()).toBe(0)
    expect(await page.getByRole('combobox').count()).toBe(0)
    await expectAccessible(page, 'the vector configuration of a reader')
    await lookAtPage(page, 'store-vectors-of-reader')
  })
})

describe('who may add loaders', () => {
  test('finds no way to add one where it could not be saved', async () => {
    await become('documentStores:add-loader')
    await openStore()
    expect(await button('Add document loader').count()).toBe(0)
    await openStore(emptyStoreId)
    expect(await button('Add the first document loader').count()).toBe(0)
  })

  test('finds it where they may process it as well, and the menus say what can be done', async () => {
    await become(...['add-loader', 'preview-process', 'update'].map((verb) => `documentStores:${verb}`))
    await openStore(emptyStoreId)
    await button('Add the first document loader').waitFor()
    await openStore()
    await button('Add document loader').waitFor()
    expect(await itemsOf('Actions of House rules')).toEqual(
      expect.arrayContaining(['Preview and process', 'View and edit chunks']),
    )
  })
})
