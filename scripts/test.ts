import { endWithLauncher } from './end-with-launcher.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { ALL_STAGES } from './stages/all-stages.ts'
import { describeResults, runStages } from './stages/run-stages.ts'
import { startTestServices, type TestServices } from './test-services.ts'

/** Stages without tests wait for none. */
const NO_SERVICES = { environment: {}, stop: async () => {} }

endWithLauncher()

const names = process.argv.slice(2)
const unknown = names.filter((name) => !ALL_STAGES.some((stage) => stage.name === name))
if (unknown.length > 0) {
  const known = ALL_STAGES.map((stage) => stage.name).join(', ')
  console.error(`There is no stage "${unknown.join('", "')}". There are: ${known}.`)
  process.exit(2)
}

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isInterrupted = true
  })
}

const stages = ALL_STAGES.filter(({ name, onlyByName }) =>
  names.length === 0 ? !onlyByName : names.includes(name),
)
const services = stages.some(({ hasTests }) => hasTests) ? await startServices() : NO_SERVICES
try {
  const environment = { ...process.env, ...services.environment }
  const results = await runStages(stages, { root: REPOSITORY_ROOT, environment }, () => isInterrupted)
  console.log(describeResults(results))
  process.exitCode = results.every((result) => result.failed === 0) ? 0 : 1
} finally {
  await services.stop()
}

async function startServices(): Promise<TestServices> {
  try {
    return await startTestServices()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.log('0 passed, 1 failed')
    return process.exit(1)
  }
}
