import type { ServiceAction, ServiceForm, ServiceGroup } from '../service-form.ts'
import { numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

/** A kind of thing with what can be done with it. */
const group = (
  param: string,
  [label, one, many]: [label: string, one: string, many: string],
  actions: Partial<Record<'create' | 'update' | 'read', [ServiceAction, tool?: string]>>,
): ServiceGroup => ({
  name: param,
  label,
  param,
  actions: Object.fromEntries(
    Object.entries(actions).map(([name, [action, tool]]) => [
      name,
      { ...action, tool: tool ?? (name === 'read' ? `list${many}` : `${name}${one}`) },
    ]),
  ),
})

const limit = { limit: 'limit' }
const ofCustomer = { customer: 'customer' }

/** What Stripe can do as a tool; all kinds of things may be chosen at once. */
export const stripeForm: ServiceForm = {
  prefix: 'stripe',
  groups: [
    group('paymentLinks', ['Payment Link', 'PaymentLink', 'PaymentLinks'], {
      create: [
        writes(
          'Makes a payment link in Stripe for a number of one price.',
          { price: 'price', quantity: 'quantity' },
          ['price', 'quantity'],
        ),
      ],
      update: [
        writes(
          'Switches a payment link of Stripe on or off.',
          { paymentLink: 'paymentLink', active: 'active' },
          ['paymentLink', 'active'],
        ),
      ],
      read: [reads('Lists the payment links of Stripe.', limit)],
    }),
    group('products', ['Product', 'Product', 'Products'], {
      create: [writes('Makes a product in Stripe.', { name: 'name', description: 'description' }, ['name'])],
      update: [
        writes(
          'Changes a product of Stripe; what is left out stays.',
          { product: 'product', name: 'name', description: 'description', active: 'active' },
          ['product'],
        ),
      ],
      read: [reads('Lists the products of Stripe.', limit)],
    }),
    group('prices', ['Price', 'Price', 'Prices'], {
      create: [
        writes(
          'Makes a price of a product in Stripe.',
          { product: 'product', unitAmount: 'unitAmount', currency: 'currency' },
          ['product', 'unitAmount', 'currency'],
        ),
      ],
      update: [
        writes('Switches a price of Stripe on or off.', { price: 'price', active: 'active' }, [
          'price',
          'active',
        ]),
      ],
      read: [reads('Lists prices of Stripe, of one product or all.', { product: 'product', ...limit })],
    }),
    group('balance', ['Balance', 'Balance', 'Balance'], {
      read: [reads('Reads the balance of the account of Stripe.', {}), 'retrieveBalance'],
    }),
    group('invoiceItems', ['Invoice Item', 'InvoiceItem', 'InvoiceItems'], {
      create: [
        writes(
          'Puts a price onto an invoice of a customer in Stripe.',
          { ...ofCustomer, price: 'price', invoice: 'invoice' },
          ['customer', 'price'],
        ),
      ],
      update: [
        writes(
          'Gives an item of an invoice of Stripe another description or quantity.',
          { invoiceItem: 'invoiceItem', description: 'description', quantity: 'quantity' },
          ['invoiceItem'],
        ),
      ],
      read: [reads('Lists items of invoices of Stripe.', { ...ofCustomer, ...limit })],
    }),
    group('invoices', ['Invoice', 'Invoice', 'Invoices'], {
      create: [
        writes(
          'Makes a draft of an invoice for a customer in Stripe.',
          { ...ofCustomer, daysUntilDue: 'daysUntilDue' },
          ['customer'],
        ),
      ],
      update: [
        writes('Finalises a draft of an invoice in Stripe: it can be paid then.', { invoice: 'invoice' }, [
          'invoice',
        ]),
        'finalizeInvoice',
      ],
      read: [reads('Lists invoices of Stripe.', { ...ofCustomer, ...limit })],
    }),
    group('customers', ['Customer', 'Customer', 'Customers'], {
      create: [writes('Makes a customer in Stripe.', { name: 'name', email: 'email' }, ['name'])],
      update: [
        writes(
          'Changes a customer of Stripe; what is left out stays.',
          { ...ofCustomer, name: 'name', email: 'email', description: 'description' },
          ['customer'],
        ),
      ],
      read: [reads('Lists customers of Stripe, with one mail address or all.', { email: 'email', ...limit })],
    }),
  ],
  params: {
    customer: textParam('Customer', 'The id of the customer (cus_…)'),
    product: textParam('Product', 'The id of the product (prod_…)'),
    price: textParam('Price', 'The id of the price (price_…)'),
    invoice: textParam('Invoice', 'The id of the invoice (in_…)'),
    invoiceItem: textParam('Invoice Item', 'The id of the item of an invoice (ii_…)'),
    paymentLink: textParam('Payment Link', 'The id of the payment link (plink_…)'),
    name: textParam('Name', 'The name'),
    description: textParam('Description', 'What is said of it'),
    email: textParam('Email', 'The mail address of the customer'),
    currency: textParam('Currency', 'The currency, in three letters such as eur'),
    unitAmount: numberParam('Unit Amount', 'How much, in the smallest unit of the currency, such as cents'),
    quantity: numberParam('Quantity', 'How many'),
    daysUntilDue: numberParam('Days Until Due', 'In how many days the invoice is to be paid'),
    active: switchParam('Active', 'Whether it can be used'),
    limit: numberParam('Limit', 'The largest number to give, at most 100'),
  },
}
