import type { CredentialDefinition, InputDefinition } from '@runnel/contract'
import type { TestCaller } from './test-caller.ts'

/** A secret for a place: long enough that it is nowhere by chance. */
export const canary = (place: string) => `canary-${place.replaceAll(/\W+/g, '-')}-${crypto.randomUUID()}`

/** The places of the secrets that a text holds, plain or encoded. */
export function findSecrets(secrets: ReadonlyMap<string, string>, text: string): string[] {
  const formsOf = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ]
  return [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([place]) => place)
}

/** A value that the field takes: secret where its kind says so, in an address as the password and as a key of the query. */
function fill(input: InputDefinition, secretOf: (place: string) => string): string {
  const secret = () => secretOf(input.name)
  if (input.type === 'password') return secret()
  if (input.type === 'url') return `https://user:${secret()}@example.com/path?key=${secret()}`
  if (input.type === 'number') return '1'
  if (input.type === 'boolean') return 'true'
  const option = input.options?.[0]
  if (option) return option.name
  return /url|endpoint|host|uri|issuer|server/i.test(input.name) ? 'https://example.com' : 'plain'
}

/** Stores a credential of every type that there is. */
export async function storeCredentials(caller: TestCaller, secrets: Map<string, string>): Promise<void> {
  const types = await caller.expect<CredentialDefinition[]>(200, 'GET', '/components-credentials')
  for (const { name, inputs } of types) {
    const secretOf = (field: string) => {
      const place = `${name}.${field}`
      const secret = secrets.get(place) ?? canary(place)
      secrets.set(place, secret)
      return secret
    }
    const plainDataObj = Object.fromEntries(inputs.map((input) => [input.name, fill(input, secretOf)]))
    await caller.expect(200, 'POST', '/credentials', {
      name: `All of ${name}`,
      credentialName: name,
      plainDataObj,
    })
  }
}
