import { describe, expect, test } from 'vitest'
import { namedEnvironment } from '../../src/transport/child-environment.ts'

const OWN = {
  PATH: '/usr/bin',
  HOME: '/home/gate',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TMPDIR: '/tmp',
  CRM_TOKEN: 'secret of another server',
  AWS_SECRET_ACCESS_KEY: 'secret of the operator',
  HTTPS_PROXY: 'http://user:secret@proxy',
  NODE_OPTIONS: '--import=/tmp/evil.mjs',
  LD_PRELOAD: '/tmp/evil.so',
  HOLDPOINT_TOKEN: 'hp_secret',
  HOLDPOINT_HOME: '/home/gate/.holdpoint',
  LC_SECRET_1: 'no locale',
}

describe('[X11.C4] the environment of a configured server', () => {
  test('a small fixed set, and what its entry names', () => {
    expect(namedEnvironment(OWN, { API_KEY: 'its own' }, 'linux')).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/gate',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      TMPDIR: '/tmp',
      API_KEY: 'its own',
    })
  })

  test('what an entry names takes the place of what would be inherited', () => {
    expect(namedEnvironment(OWN, { PATH: '/opt/bin' }, 'linux')['PATH']).toBe('/opt/bin')
  })

  test('names have no case on Windows, so nothing is given twice', () => {
    const own = { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows', windir: 'C:\\Windows', Crm_Token: 'secret' }
    expect(namedEnvironment(own, { PATH: 'D:\\tools' }, 'win32')).toEqual({
      SystemRoot: 'C:\\Windows',
      windir: 'C:\\Windows',
      PATH: 'D:\\tools',
    })
  })
})
