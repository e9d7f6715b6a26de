import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { Authorise } from '@runnel/node-kit'
import type { ServiceArgs } from '../service-args.ts'
import { type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { stripeForm } from './form.ts'

const API = 'https://api.stripe.com/v1'
/** Later ones write items of invoices otherwise. */
const VERSION = '2024-06-20'
const MOST = 100
const DAYS = 30

/** Fields as Stripe wants them, as a form; nothing of what was left out. */
function formOf(fields: JsonObject): { type: string; body: string } {
  const pairs = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() }
}

const post = (
  path: (args: ServiceArgs) => string,
  fields: (args: ServiceArgs) => JsonObject,
): ServiceDoing => ({
  request: (args) => ({ url: `${API}/${path(args)}`, method: 'POST', content: formOf(fields(args)) }),
})

const list = (path: string, ...filters: string[]): ServiceDoing => ({
  request: (args) => ({
    url: `${API}/${path}`,
    query: { ...textsOf(args, filters), limit: limitOf(args) },
  }),
})

const textsOf = (args: ServiceArgs, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, args.text(name)]))

function limitOf(args: ServiceArgs): JsonValue {
  const limit = args.number('limit')
  return limit === undefined ? '' : Math.min(Math.max(Math.floor(limit), 1), MOST)
}

const activeOf = (args: ServiceArgs): JsonObject => ({ active: args.flag('active') ?? '' })

const doings: Record<string, ServiceDoing> = {
  createPaymentLink: post(
    () => 'payment_links',
    (args) => ({
      'line_items[0][price]': args.text('price'),
      'line_items[0][quantity]': args.number('quantity') ?? 1,
    }),
  ),
  updatePaymentLink: post((args) => `payment_links/${args.id('paymentLink')}`, activeOf),
  listPaymentLinks: list('payment_links'),
  createProduct: post(
    () => 'products',
    (args) => textsOf(args, ['name', 'description']),
  ),
  updateProduct: post(
    (args) => `products/${args.id('product')}`,
    (args) => ({ ...textsOf(args, ['name', 'description']), ...activeOf(args) }),
  ),
  listProducts: list('products'),
  createPrice: post(
    () => 'prices',
    (args) => ({
      product: args.text('product'),
      unit_amount: Math.round(args.number('unitAmount') ?? 0),
      currency: args.text('currency').toLowerCase(),
    }),
  ),
  updatePrice: post((args) => `prices/${args.id('price')}`, activeOf),
  listPrices: list('prices', 'product'),
  retrieveBalance: { request: () => ({ url: `${API}/balance` }) },
  createInvoiceItem: post(
    () => 'invoiceitems',
    (args) => textsOf(args, ['customer', 'price', 'invoice']),
  ),
  updateInvoiceItem: post(
    (args) => `invoiceitems/${args.id('invoiceItem')}`,
    (args) => ({ description: args.text('description'), quantity: args.number('quantity') ?? '' }),
  ),
  listInvoiceItems: list('invoiceitems', 'customer'),
  createInvoice: post(
    () => 'invoices',
    (args) => ({
      customer: args.text('customer'),
      collection_method: 'send_invoice',
      days_until_due: args.number('daysUntilDue') ?? DAYS,
    }),
  ),
  finalizeInvoice: post(
    (args) => `invoices/${args.id('invoice')}/finalize`,
    () => ({}),
  ),
  listInvoices: list('invoices', 'customer'),
  createCustomer: post(
    () => 'customers',
    (args) => textsOf(args, ['name', 'email']),
  ),
  updateCustomer: post(
    (args) => `customers/${args.id('customer')}`,
    (args) => textsOf(args, ['name', 'email', 'description']),
  ),
  listCustomers: list('customers', 'email'),
}

const authorise: Authorise = ({ stripeApiToken = '' }) => {
  const token = stripeApiToken.trim()
  if (token !== '') return { headers: { authorization: `Bearer ${token}`, 'stripe-version': VERSION } }
  throw new RunnelError('missing_credential', 'The credential of Stripe has no key. Write it there.')
}

/** The tools of Stripe. */
export const stripeToolset = serviceToolset(stripeForm, { label: 'Stripe', doings, authorise })
