import { isJsonObject, type JsonObject } from '@runnel/contract'
import { type FakeServer, jsonReply, type SentRequest, type ToolCase } from '../tool-case.fixture.ts'

/** What must be said where something is made. */
const NEEDED: Record<string, string[]> = {
  payment_links: ['line_items[0][price]', 'line_items[0][quantity]'],
  products: ['name'],
  prices: ['currency', 'unit_amount', 'product'],
  invoiceitems: ['customer'],
  invoices: ['customer'],
}

function refuse({ method, url, body, headers }: SentRequest): string | undefined {
  const [, version, kind = '', id] = url.pathname.split('/')
  if (version !== 'v1') return 'Unrecognized request URL'
  if (method !== 'POST') return undefined
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return 'Invalid request body'
  const sent: JsonObject = isJsonObject(body) ? body : {}
  const missing = id === undefined ? (NEEDED[kind] ?? []).find((name) => sent[name] === undefined) : undefined
  return missing === undefined ? undefined : `Missing required param: ${missing}.`
}

const server: FakeServer = {
  hosts: ['api.stripe.com'],
  answer(sent) {
    const fault = (status: number, message: string) =>
      jsonReply({ error: { type: 'invalid_request_error', message } }, status)
    if (sent.headers.authorization !== 'Bearer rk_test_of_stripe') return fault(401, 'Invalid API Key')
    if (sent.headers['stripe-version'] !== '2024-06-20') return fault(400, 'Invalid Stripe API version')
    const refused = refuse(sent)
    if (refused !== undefined) return fault(400, refused)
    if (sent.method === 'POST') return jsonReply({ id: 'made_1', object: 'thing' })
    return jsonReply({ object: 'list', data: [{ id: 'found_1' }] })
  },
  huge: () => jsonReply({ object: 'list', data: [{ id: 'word '.repeat(50_000) }] }),
}

const at = (sends: string) => `${sends.split(' ')[0]} /v1${sends.split(' ')[1]}`
const MADE = 'made_1'
const FOUND = 'found_1'

/** Stripe in the tests of the family. */
export const stripeAgentToolCase: ToolCase = {
  node: 'stripeAgentTool',
  values: { customers: '["read","create"]', balance: '["read"]' },
  credential: { stripeApiToken: 'rk_test_of_stripe' },
  input: {},
  says: FOUND,
  wrong: [],
  server,
  actions: {
    'paymentLinks.create': {
      input: { price: 'price_1', quantity: 2 },
      says: MADE,
      sends: at('POST /payment_links'),
      body: { 'line_items[0][price]': 'price_1', 'line_items[0][quantity]': '2' },
    },
    'paymentLinks.update': {
      input: { paymentLink: 'plink_1', active: false },
      says: MADE,
      sends: at('POST /payment_links/plink_1'),
      body: { active: 'false' },
    },
    'paymentLinks.read': { input: { limit: 500 }, says: FOUND, sends: at('GET /payment_links?limit=100') },
    'products.create': {
      input: { name: 'Tea', description: 'Green & hot' },
      says: MADE,
      sends: at('POST /products'),
      body: { name: 'Tea', description: 'Green & hot' },
    },
    'products.update': {
      input: { product: 'prod_1', name: 'Coffee' },
      says: MADE,
      sends: at('POST /products/prod_1'),
      body: { name: 'Coffee' },
    },
    'products.read': { input: {}, says: FOUND, sends: at('GET /products') },
    'prices.create': {
      input: { product: 'prod_1', unitAmount: 350, currency: 'EUR' },
      says: MADE,
      sends: at('POST /prices'),
      body: { product: 'prod_1', unit_amount: '350', currency: 'eur' },
    },
    'prices.update': {
      input: { price: 'price_1', active: true },
      says: MADE,
      sends: at('POST /prices/price_1'),
      body: { active: 'true' },
    },
    'prices.read': {
      input: { product: 'prod_1', limit: 3 },
      says: FOUND,
      sends: at('GET /prices?product=prod_1&limit=3'),
    },
    'balance.read': { input: {}, says: FOUND, sends: at('GET /balance') },
    'invoiceItems.create': {
      input: { customer: 'cus_1', price: 'price_1', invoice: 'in_1' },
      says: MADE,
      sends: at('POST /invoiceitems'),
      body: { customer: 'cus_1', price: 'price_1', invoice: 'in_1' },
    },
    'invoiceItems.update': {
      input: { invoiceItem: 'ii_1', quantity: 3 },
      says: MADE,
      sends: at('POST /invoiceitems/ii_1'),
      body: { quantity: '3' },
    },
    'invoiceItems.read': {
      input: { customer: 'cus_1' },
      says: FOUND,
      sends: at('GET /invoiceitems?customer=cus_1'),
    },
    'invoices.create': {
      input: { customer: 'cus_1' },
      says: MADE,
      sends: at('POST /invoices'),
      body: { customer: 'cus_1', collection_method: 'send_invoice', days_until_due: '30' },
    },
    'invoices.update': { input: { invoice: 'in_1' }, says: MADE, sends: at('POST /invoices/in_1/finalize') },
    'invoices.read': { input: { customer: 'cus_1' }, says: FOUND, sends: at('GET /invoices?customer=cus_1') },
    'customers.create': {
      input: { name: 'Ada', email: 'ada@example.com' },
      says: MADE,
      sends: at('POST /customers'),
      body: { name: 'Ada', email: 'ada@example.com' },
    },
    'customers.update': {
      input: { customer: 'cus_1', email: 'ada@example.org' },
      says: MADE,
      sends: at('POST /customers/cus_1'),
      body: { email: 'ada@example.org' },
    },
    'customers.read': {
      input: { email: 'ada@example.com' },
      says: FOUND,
      sends: at('GET /customers?email=ada%40example.com'),
    },
  },
}
