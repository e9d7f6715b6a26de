import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { stripeAgentToolCase } from './stripe-agent-tool.case.fixture.ts'

test('actions of several kinds are tools at once, each with a name of its own', async () => {
  const opened = openToolCase(stripeAgentToolCase, {
    values: { customers: '["create","read"]', invoices: ['create', 'update'], balance: '["create","read"]' },
  })
  expect((await opened.listTools()).map(({ name, effects }) => [name, effects])).toEqual([
    ['stripe_retrieve_balance', 'read'],
    ['stripe_create_invoice', 'write'],
    ['stripe_finalize_invoice', 'write'],
    ['stripe_create_customer', 'write'],
    ['stripe_list_customers', 'read'],
  ])
})

test('a credential without a key is told before anybody is called', async () => {
  const opened = openToolCase({ ...stripeAgentToolCase, credential: { stripeApiToken: ' ' } })
  expect((await opened.ask()).used.error).toContain('has no key')
  expect(opened.sent).toEqual([])
})
