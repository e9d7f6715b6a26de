import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
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
