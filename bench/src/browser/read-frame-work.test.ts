import { expect, test } from 'vitest'
import { readFrameWork, type TraceEvent } from './read-frame-work.ts'

const task = (startMs: number, milliseconds: number, tid = 1): TraceEvent => ({
  name: 'RunTask',
  ph: 'X',
  pid: 7,
  tid,
  ts: startMs * 1_000,
  dur: milliseconds * 1_000,
})
const frame = (startMs: number, tid = 1): TraceEvent => ({
  name: 'BeginMainThreadFrame',
  ph: 'I',
  pid: 7,
  tid,
  ts: startMs * 1_000,
})

test('sums the tasks of each frame, with the task in which the frame begins', () => {
  const work = readFrameWork([
    task(0, 5),
    frame(1),
    task(6, 2),
    task(16, 3),
    frame(17),
    task(20, 1),
    frame(40),
  ])
  expect(work).toEqual([7, 4])
})

test('counts a task inside of another once', () => {
  expect(readFrameWork([frame(0), task(1, 8), task(2, 3), frame(16)])).toEqual([8])
})

test('leaves out what other threads do', () => {
  expect(readFrameWork([frame(0), task(1, 8, 2), task(2, 1), frame(16), frame(3, 2)])).toEqual([1])
})

test('a frame without work counts as one', () => {
  expect(readFrameWork([frame(0), task(1, 4), frame(16), frame(32)])).toEqual([4, 0])
})

test('refuses a trace without frames', () => {
  expect(() => readFrameWork([task(0, 5)])).toThrow('no frames')
})
