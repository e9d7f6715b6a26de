import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { RunStore } from './run-store.ts'

const TICK_MS = 100

/** The time of the server as far as it is known here, in milliseconds since 1970; goes on while `isRunning`. */
export function useRunClock(run: RunStore, isRunning: boolean): number {
  const clockLead = useStore(run, (state) => state.clockLead)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now - clockLead
}
