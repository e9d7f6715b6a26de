import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const run = promisify(execFile)

async function readSnippet(language: string, streamed: boolean): Promise<string> {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  await dialog.getByRole('switch', { name: /^Stream the answer/ }).setChecked(streamed)
  await dialog.getByRole('tab', { name: language }).click()
  const code = dialog.getByRole('tabpanel', { name: language }).locator('pre')
  return code.innerText()
}

test('the snippet for curl works as it stands, whole and streamed', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: /Start here/ }).click()
  await page.getByRole('button', { name: 'Use by API' }).click()
  const whole = await run('sh', ['-c', `${await readSnippet('curl', false)} -sS`])
  expect(JSON.parse(whole.stdout)).toMatchObject({ question: 'Hello', chatId: expect.any(String) })
  const streamed = await run('sh', ['-c', `${await readSnippet('curl', true)} -sS`])
  const frames = streamed.stdout.split('\n\n').filter((frame) => frame.startsWith('message:\ndata:'))
  const events = frames.map((frame) => (JSON.parse(frame.slice(14)) as { event: string }).event)
  expect(events).toContain('token')
  expect(events.at(-1)).toBe('end')
})

test('the snippet for JavaScript works as it stands, whole and streamed', async () => {
  const runSnippet = async (streamed: boolean) => {
    const code = await readSnippet('JavaScript', streamed)
    return (await run(process.execPath, ['--input-type=module', '-e', code])).stdout
  }
  const whole = await runSnippet(false)
  expect(whole.trim()).not.toBe('')
  const streamed = await runSnippet(true)
  expect(streamed.replaceAll('\n', '').replaceAll(' ', '')).toBe(whole.trim().replaceAll(' ', ''))
})

test('private conversations are on for a flow made here, and can be given up for ids of one’s own', async () => {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  const choice = dialog.getByRole('switch', { name: /^Private conversations/ })
  const snippet = await readSnippet('curl', false)
  const callAs = (chatId: string) =>
    callByShell(snippet.replace('{"question"', `{"chatId":"${chatId}","question"`))
  await expect.poll(() => choice.isChecked()).toBe(true)
  expect(await callAs('customer-1')).toBe('400')
  expect(await callAs(crypto.randomUUID())).toBe('200')
  await choice.click()
  await dialog.getByText('Who guesses an id').waitFor()
  expect(await callAs('customer-1')).toBe('200')
  await choice.click()
  await dialog.getByText('a random UUID').waitFor()
  expect(await callAs('customer-1')).toBe('400')
})

test('whether callers see the steps is a switch, which is kept', async () => {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  const choice = dialog.getByRole('switch', { name: /^Callers see the steps/ })
  const readRules = () =>
    page.evaluate(async () => {
      const id = location.pathname.split('/').at(-1)
      const answer = await fetch(`/api/v1/chatflows/${id}`, { headers: { 'x-request-from': 'internal' } })
      return JSON.parse((await answer.json()).apiConfig || '{}') as object
    })
  expect(await choice.isChecked()).toBe(false)
  await choice.click()
  await dialog.getByText('All callers get what each step did').waitFor()
  expect(await readRules()).toEqual({ callersSeeSteps: true })
  await choice.click()
  await dialog.getByText('get the answer alone').waitFor()
  expect(await readRules()).toEqual({})
})

test('a flow with a key is closed to calls without it, and its snippet names the key', async () => {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  await dialog.getByText('This flow needs no key').waitFor()
  await dialog.getByRole('button', { name: 'New key' }).click()
  const making = page.getByRole('dialog', { name: 'New API key' })
  await making.getByRole('textbox', { name: 'Key name' }).fill('Website')
  const chatflows = making.getByRole('group', { name: 'Chatflows' })
  await chatflows.getByRole('button', { name: /^Chatflows/ }).click()
  await chatflows.getByRole('checkbox', { name: 'View', exact: true }).check()
  await making.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: '“Website” is made' })
  const key = await made.locator('code').innerText()
  await made.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.getByText('This flow needs no key').waitFor({ state: 'detached' })
  await expect.poll(() => dialog.getByLabel('API key').inputValue()).toMatch(/^Website \(rk_/)
  const snippet = await readSnippet('curl', false)
  const callWith = (token: string) => callByShell(snippet.replace('YOUR_API_KEY', token))
  expect(snippet).toContain('Authorization: Bearer YOUR_API_KEY')
  expect(await callByShell(snippet.replace(/ {2}-H 'Authorization[^\n]*\n/, ''))).toBe('401')
  expect(await callWith('rk_of-somebody-else')).toBe('401')
  expect(await callWith(key)).toBe('200')
})

test('the choice is kept, and taking it back opens the flow again', async () => {
  const { page } = journey
  await page.reload()
  await page.getByRole('button', { name: 'Use by API' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  const choice = dialog.getByLabel('API key')
  await expect.poll(() => choice.inputValue()).toMatch(/^Website/)
  await choice.click()
  await page.getByRole('option', { name: 'No authorization' }).click()
  await dialog.getByText('This flow needs no key').waitFor()
  const snippet = await readSnippet('curl', false)
  expect(snippet).not.toContain('Authorization')
  expect(await callByShell(snippet)).toBe('200')
})

test('of more keys than are listed, every one is found by its name', async () => {
  const { page } = journey
  const key = (id: string, keyName: string) => ({
    id,
    keyName,
    apiKey: 'rk_…x7Qa',
    permissions: [],
    updatedDate: '2026-01-01T00:00:00.000Z',
    createdDate: '2026-01-01T00:00:00.000Z',
    lastUsedDate: null,
    workspaceId: id,
    chatFlows: [],
  })
  await page.route('**/api/v1/apikey?*', (route) => {
    const asked = new URL(route.request().url()).searchParams.get('search')
    const data = asked === 'Far' ? [key(crypto.randomUUID(), 'Far away')] : [key(crypto.randomUUID(), 'Near')]
    return route.fulfill({ json: { data, total: asked === null ? 201 : data.length } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Use by API' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  await dialog.getByText('The latest 200 of 201 keys are listed').waitFor()
  await dialog.getByLabel('API key').fill('Far')
  await page.getByRole('option', { name: /^Far away/ }).waitFor()
  await page.unroute('**/api/v1/apikey?*')
  await page.keyboard.press('Escape')
})

test('a change of the key is no save of somebody else', async () => {
  const { page } = journey
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Use by API' }).and(page.locator(':focus')).waitFor()
  await canvasOf(page).add('Prompt Template')
  await canvasOf(page).save()
})

/** Runs a snippet for curl and gives the status of the answer. */
async function callByShell(snippet: string): Promise<string> {
  return (await run('sh', ['-c', `${snippet} -sS -o /dev/null -w '%{http_code}'`])).stdout
}
