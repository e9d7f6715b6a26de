import { defineNode, keyCredential } from '@runnel/node-kit'
import { serviceDefinition } from '../service-form.ts'
import { stripeForm } from './form.ts'

const credential = keyCredential('stripeApi', {
  label: 'Stripe API',
  field: 'stripeApiToken',
  test: { url: 'https://api.stripe.com/v1/balance' },
})

/** A tool for customers, products, prices and invoices: Stripe. */
export const stripeAgentTool = defineNode({
  definition: serviceDefinition(stripeForm, {
    name: 'stripeAgentTool',
    label: 'Stripe',
    version: 1,
    icon: 'IconCalculator',
    description: 'Reads and writes customers, products, prices, payment links and invoices of Stripe',
    baseClasses: ['stripeAgentTool', 'Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).stripeToolset },
})
