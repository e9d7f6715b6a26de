import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()

test('a fresh data folder is closed to other users of the machine', async () => {
  const { mode } = await stat(journey.product.dataFolder)
  expect((mode & 0o777).toString(8)).toBe('700')
})

test('a first visitor makes the administrator and lands on the chatflows, where a worked example stands [S1-NAV-01 S7-ACC-02 S9-CONST-01 S9-CONST-02]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('heading', { name: 'Chatflows' }).waitFor()
  await page.getByRole('link', { name: 'Start here: an agent with tools' }).waitFor()
})

test('the first page loads no schemas: a browser sends calls and does not parse them', async () => {
  const { page } = journey
  await page.reload()
  await page.getByRole('link', { name: 'Start here: an agent with tools' }).waitFor()
  const scripts = await page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const read = async (name: string) => (await fetch(name)).text()
    return Promise.all(names.filter((name) => name.endsWith('.js')).map(read))
  })
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((script) => script.includes('ZodObject'))).toEqual([])
})

test('the worked example answers a sum, a fact and the time, word by word', async () => {
  const { page } = journey
  const chat = chatOf(page)
  await page.getByRole('link', { name: 'Start here: an agent with tools' }).click()
  await chat.open()
  expect(await chat.ask('What is 12 * (3 + 4)?')).toContain('84')
  const lengths = await watchGrowth(() => chat.ask('What does Runnel keep after a crash?'))
  expect(await chat.answers().nth(1).innerText()).toContain('journal')
  // How often the page is drawn while an answer comes is up to the machine: a part of it was seen before the whole.
  expect(lengths.length).toBeGreaterThan(1)
  expect(await chat.ask('What time is it?')).toContain(new Date().getUTCFullYear().toString())
  await page.getByRole('region', { name: 'Run' }).getByText('finished').first().waitFor()
})

test('after a reload the conversation is still there', async () => {
  const { page } = journey
  const chat = chatOf(page)
  await page.reload()
  await chat.open()
  await chat.answers().nth(2).waitFor()
  expect(await chat.questions().allInnerTexts()).toEqual([
    'What is 12 * (3 + 4)?',
    'What does Runnel keep after a crash?',
    'What time is it?',
  ])
})

test('a new chat begins empty, and the set-up page is closed for good', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByText('Ask the flow something.').waitFor()
  const stranger = await journey.openVisitor()
  await stranger.page.goto('/organization-setup')
  await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

/** Lengths that the growing answer had while it came. */
async function watchGrowth(work: () => Promise<unknown>): Promise<number[]> {
  const { page } = journey
  await page.evaluate(() => {
    const seen = new Set<number>()
    const look = () => {
      const growing = document.querySelector('.chat-answer[aria-busy="true"]')
      if (growing) seen.add(growing.textContent.length)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seenLengths: seen })
  })
  await work()
  return page.evaluate(() => [...(window as unknown as { seenLengths: Set<number> }).seenLengths])
}
