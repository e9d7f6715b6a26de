import type { JsonObject, JsonValue } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../app/api.ts'

/** What is tried out: the code, and what it reads by name. */
interface Trial {
  code: string
  variables: JsonObject
}

/** What the code of a trial returned, and how long that took in milliseconds. */
export interface TrialResult {
  code: string
  value: JsonValue
  durationMs: number
}

/** Runs a function in the sandbox of the server, one trial at a time. */
export function useFunctionTrial() {
  const running = useRef<AbortController>(undefined)
  const trial = useMutation({
    mutationFn: async ({ code, variables }: Trial): Promise<TrialResult> => {
      const controller = new AbortController()
      running.current = controller
      const begun = performance.now()
      const body = { javascriptFunction: code, functionInputVariables: variables }
      const value = await api.runCustomFunction({ body }, { signal: controller.signal })
      return { code, value, durationMs: performance.now() - begun }
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  return {
    run: trial.mutate,
    /** Waits no longer; the sandbox ends the function at its own deadline. */
    cancel() {
      running.current?.abort()
      trial.reset()
    },
    isRunning: trial.isPending,
    result: trial.data,
    error: trial.error,
  }
}
