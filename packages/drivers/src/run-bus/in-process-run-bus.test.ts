import { createInProcessRunBus } from './in-process-run-bus.ts'
import { describeRunBus } from './run-bus.behaviour.ts'

describeRunBus('in one process', async () => {
  const bus = createInProcessRunBus()
  return { here: bus, there: bus }
})
