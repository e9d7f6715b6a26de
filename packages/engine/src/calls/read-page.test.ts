import type { PageRequest } from '@runnel/contract'
import type { StepContext } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const page: PageRequest = { url: 'https://tea.example/', waitUntil: 'load', selector: 'main' }

/** A browser that counts what it opens. */
function run(asked: PageRequest[], more: Omit<Partial<TestRun>, 'ports'> = {}) {
  const work = async ({ browser, ask }: StepContext) => {
    const { markup } = await browser.readPage(page)
    await ask({ action: {} })
    return markup
  }
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      loadRun: async () => async (context) => ({ output: { content: await work(context) } }),
      browser: {
        readPage: async (request) => {
          asked.push(request)
          if (asked.length === 1) throw Object.assign(new Error('The browser is gone.'), { retryable: true })
          return { url: request.url, markup: '<p>Green</p>', links: [] }
        },
      },
    },
  })
  return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ports, ...more })
}

test('a page is one call of the journal, tried again while the browser is away, and not opened again at a resume', async () => {
  const asked: PageRequest[] = []
  const first = await run(asked)
  expect(asked).toEqual([page, page])
  const [made] = first.journal.filter(({ kind, status }) => kind === 'browser' && status === 'finished')
  expect(made).toMatchObject({ path: 'x#0/g0', repeatable: true, output: { markup: '<p>Green</p>' } })
  expect(first.outcome?.status).toBe('waiting')
  await run(asked, { journal: first.journal })
  expect(asked).toHaveLength(2)
})
