import { createInProcessQueue } from './in-process-queue.ts'
import { describeRunQueue } from './run-queue.behaviour.ts'

describeRunQueue('in one process', async () => createInProcessQueue())
