import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { executionStepsQuery } from './execution-queries.ts'

const listExecutionSteps = vi.hoisted(() => vi.fn())
vi.mock('../../app/api.ts', () => ({ api: { listExecutionSteps } }))
vi.mock('../../app/query-client.ts', () => ({ queryClient: undefined }))

test('the steps of a run that was going on are read once more when it has ended', async () => {
  const step = { path: 'llm#0' }
  listExecutionSteps.mockResolvedValueOnce([]).mockResolvedValueOnce([step])
  const observer = new QueryObserver(new QueryClient(), executionStepsQuery('run', 'INPROGRESS'))
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().data).toEqual([])
  observer.setOptions(executionStepsQuery('run', 'FINISHED'))
  expect(observer.getCurrentResult().data).toEqual([])
  await expect.poll(() => observer.getCurrentResult().data).toEqual([step])
  stop()
})
