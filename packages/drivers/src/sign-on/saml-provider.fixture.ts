import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { OTHER_SAML_CERTIFICATE, OTHER_SAML_KEY, SAML_CERTIFICATE, SAML_KEY } from './test-keys.fixture.ts'

/** What an assertion says; all of it fits unless a test says otherwise. */
export interface AssertionFacts {
  id: string
  issuer: string
  audience: string
  recipient: string
  destination: string
  inResponseTo: string
  nameId: string
  email: string
  /** Milliseconds since 1970. */
  notBefore: number
  notOnOrAfter: number
  signedBy: 'provider' | 'stranger' | 'nobody'
  /** What of the response is signed, and by which algorithm. */
  signs: 'Assertion' | 'Response'
  algorithm: string
}

/** A provider of SAML on this machine, which signs whoever is set in without a question. */
export interface TestSamlProvider {
  origin: string
  entityId: string
  signInUrl: string
  metadataUrl: string
  certificate: string
  /** Of another key, as a provider has one that is to follow. */
  nextCertificate: string
  /** Who signs in next. */
  person: { nameId: string; email: string; name: string }
  /** What a browser would be told to send, of the address at which it signs in. */
  answer(
    url: string,
    facts?: Partial<AssertionFacts>,
  ): Promise<{ SAMLResponse: string; RelayState: string; to: string }>
  close(): Promise<void>
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const FIVE_MINUTES = 5 * 60_000

/** Starts it for one service: its name and the address to which the form goes. */
export async function startSamlProvider(): Promise<TestSamlProvider> {
  // Schemas are the business of who takes assertions; here they are only made.
  setSchemaValidator({ validate: async () => 'fits' })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${origin}/entity`
  // Another site than our product, as a provider is: its form must not count on cookies.
  const signInUrl = `${origin.replace('127.0.0.1', 'localhost')}/sign-in`
  const idp = IdentityProvider({
    entityID: entityId,
    signingCert: SAML_CERTIFICATE,
    privateKey: SAML_KEY,
    wantAuthnRequestsSigned: false,
    singleSignOnService: [{ Binding: REDIRECT, Location: signInUrl }],
  })
  const provider: TestSamlProvider = {
    origin,
    entityId,
    signInUrl,
    metadataUrl: `${origin}/metadata`,
    certificate: SAML_CERTIFICATE,
    nextCertificate: OTHER_SAML_CERTIFICATE,
    person: { nameId: 'sam-1', email: 'sam@example.com', name: 'Sam Saml' },
    async answer(url, changes = {}) {
      const query = Object.fromEntries(new URL(url).searchParams)
      const service = ServiceProvider({
        entityID: 'any',
        assertionConsumerService: [{ Binding: POST, Location: origin }],
      })
      const { extract } = await idp.parseLoginRequest(service, 'redirect', { query })
      const to = String(extract.request?.assertionConsumerServiceUrl ?? '')
      const facts = { ...honest(provider, to, String(extract.request?.id)), ...changes }
      return { SAMLResponse: write(facts, provider.person.name), RelayState: query.RelayState ?? '', to }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(idp.getMetadata())
      return
    }
    if (url.pathname !== '/sign-in') {
      response.writeHead(404).end()
      return
    }
    const { SAMLResponse, RelayState, to } = await provider.answer(url.href)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<form method="post" action="${to}"><input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><input type="hidden" name="RelayState" value="${RelayState}"></form><script>document.forms[0].submit()</script>`,
      )
  })
  return provider
}

function honest({ entityId, person }: TestSamlProvider, to: string, inResponseTo: string): AssertionFacts {
  return {
    id: `a${randomUUID()}`,
    issuer: entityId,
    audience: to.replace(/callback$/, 'metadata'),
    recipient: to,
    destination: to,
    inResponseTo,
    nameId: person.nameId,
    email: person.email,
    notBefore: Date.now() - 1_000,
    notOnOrAfter: Date.now() + FIVE_MINUTES,
    signedBy: 'provider',
    signs: 'Assertion',
    algorithm: RSA_SHA256,
  }
}

const attribute = (name: string, value: string) =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

/** A response in Base64. */
function write(facts: AssertionFacts, name: string): string {
  const at = new Date().toISOString()
  const [from, to] = [facts.notBefore, facts.notOnOrAfter].map((time) => new Date(time).toISOString())
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="r${randomUUID()}" Version="2.0" IssueInstant="${at}" Destination="${facts.destination}" InResponseTo="${facts.inResponseTo}"><saml:Issuer>${facts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${facts.id}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${facts.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${facts.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${to}" Recipient="${facts.recipient}" InResponseTo="${facts.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${to}"><saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AttributeStatement>${attribute('email', facts.email)}${attribute('displayName', name)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  if (facts.signedBy === 'nobody') return Buffer.from(xml).toString('base64')
  const isOwn = facts.signedBy === 'provider'
  const signed = `/*[local-name(.)='Response']${facts.signs === 'Response' ? '' : "/*[local-name(.)='Assertion']"}`
  return SamlLib.constructSAMLSignature({
    referenceTagXPath: signed,
    rawSamlMessage: xml,
    privateKey: isOwn ? SAML_KEY : OTHER_SAML_KEY,
    signingCert: (isOwn ? SAML_CERTIFICATE : OTHER_SAML_CERTIFICATE).replaceAll(/-----[^-]+-----|\s/g, ''),
    signatureAlgorithm: facts.algorithm,
    signatureConfig: {
      prefix: 'ds',
      location: {
        reference: `${signed}/*[local-name(.)='Issuer']`,
        action: 'after',
      },
    },
    isBase64Output: true,
  })
}
