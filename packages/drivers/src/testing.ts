export { startVectorDatabase, type TestVectorDatabase } from './data-servers/pglite-server.fixture.ts'
export { startRedis, type TestRedis } from './data-servers/redis-server.fixture.ts'
export {
  makeEpub,
  makeSlides,
  makeWord,
  makeWorkbook,
  makeZip,
  paragraph,
} from './documents/make-office.fixture.ts'
export { halfBlack, makePdf, makePdfBomb, makeScan } from './documents/make-pdf.fixture.ts'
export { type LocalServer, startLocalServer } from './egress/local-server.fixture.ts'
export { PROXY_AUTHORITY } from './egress/proxy-keys.fixture.ts'
export { startProxy, type TestProxy } from './egress/start-proxy.fixture.ts'
export { type ArrivedMail, startMailServer, type TestMailServer } from './mail/mail-server.fixture.ts'
export {
  type ForgedToken,
  type ForgingProvider,
  startForgingProvider,
} from './sign-on/forging-provider.fixture.ts'
export { startGithub, type TestGithub } from './sign-on/github.fixture.ts'
export { startOidcProvider, type TestOidcProvider } from './sign-on/oidc-provider.fixture.ts'
export {
  type AssertionFacts,
  startSamlProvider,
  type TestSamlProvider,
} from './sign-on/saml-provider.fixture.ts'
export { findFreePort } from './testing/find-free-port.ts'
export { type Chromium, startChromium } from './testing/start-chromium.ts'
export { timedCode } from './tokens/one-time-code.ts'
export { startMcpServer, type TestMcpServer } from './tool-servers/mcp-server.fixture.ts'
