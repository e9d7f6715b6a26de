export { startRedis, type TestRedis } from './data-servers/redis-server.fixture.ts'
export { makeEpub, makeSlides, makeWord, makeWorkbook, paragraph } from './documents/make-office.fixture.ts'
export { makePdf } from './documents/make-pdf.fixture.ts'
export { startMcpServer, type TestMcpServer } from './tool-servers/mcp-server.fixture.ts'
