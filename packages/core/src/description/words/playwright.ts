import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const PLAYWRIGHT_WORDS: PackWords = {
  pack: 'playwright',
  get tools(): PackWords['tools'] {
    return {
      browser_navigate: titled('Open {url|site}', '打开 {url|site}', 'opensAddress'),
      browser_tabs: titled(
        '{action|word new=Open a new tab,list=List the tabs,select=Switch to tab,close=Close tab}[ {index}][: {url|site}]',
        '{action|word new=打开新标签页,list=列出标签页,select=切换到标签页,close=关闭标签页}[ {index}][：{url|site}]',
        null,
      ),
      browser_click: titled(
        '{doubleClick|word true=Double-click,false=Click,-=Click} {target/ref}[, said to be "{element}"]',
        '{doubleClick|word true=双击,false=点击,-=点击} {target/ref}[（称为“{element}”）]',
        'runsInPage',
      ),
      browser_type: titled(
        'Type "{text}" into {target/ref}[, said to be "{element}"][, {submit|word true=and submit it}]',
        '在 {target/ref}[（称为“{element}”）]中输入“{text}”[{submit|word true=并提交}]',
        'runsInPage',
      ),
      browser_fill_form: titled('Fill in a form: {fields|list}', '填写表单：{fields|list}', 'runsInPage'),
      browser_select_option: titled(
        'Choose {values|list} in {target/ref}[, said to be "{element}"]',
        '在 {target/ref}[（称为“{element}”）]中选择 {values|list}',
        'runsInPage',
      ),
      browser_check: titled('Tick {ref}[, said to be "{element}"]', '勾选 {ref}[（称为“{element}”）]', 'runsInPage'),
      browser_uncheck: titled(
        'Untick {ref}[, said to be "{element}"]',
        '取消勾选 {ref}[（称为“{element}”）]',
        'runsInPage',
      ),
      browser_drag: titled(
        'Drag {startTarget/startRef} to {endTarget/endRef}',
        '将 {startTarget/startRef} 拖到 {endTarget/endRef}',
        'runsInPage',
      ),
      browser_drop: titled(
        'Drop {paths|list} on {target}[, said to be "{element}"]',
        '将 {paths|list} 拖放到 {target}[（称为“{element}”）]',
        'givesFiles',
      ),
      browser_press_key: titled('Press {key}', '按下 {key}', 'runsInPage'),
      browser_keydown: titled('Hold down {key}', '按住 {key}', 'runsInPage'),
      browser_keyup: titled('Let go of {key}', '松开 {key}', 'runsInPage'),
      browser_press_sequentially: titled(
        'Type "{text}"[{submit|word true= and submit}]',
        '输入“{text}”[{submit|word true=并提交}]',
        'runsInPage',
      ),
      browser_mouse_click_xy: titled('Click at {x}, {y}', '点击位置 {x}, {y}', 'runsInPage'),
      browser_mouse_drag_xy: titled(
        'Drag from {startX}, {startY} to {endX}, {endY}',
        '从 {startX}, {startY} 拖到 {endX}, {endY}',
        'runsInPage',
      ),
      browser_mouse_down: titled(
        'Press the {button|word left=left,right=right,middle=middle,-=left} mouse button',
        '按下鼠标{button|word left=左键,right=右键,middle=中键,-=左键}',
        'runsInPage',
      ),
      browser_mouse_up: titled(
        'Release the {button|word left=left,right=right,middle=middle,-=left} mouse button',
        '松开鼠标{button|word left=左键,right=右键,middle=中键,-=左键}',
        'runsInPage',
      ),
      browser_handle_dialog: titled(
        '{accept|word true=Accept,false=Dismiss} the dialog of the page[: {promptText}]',
        '{accept|word true=接受,false=取消}页面的对话框[：{promptText}]',
        'runsInPage',
      ),
      browser_evaluate: titled(
        'Run JavaScript[ on {target/ref}][, said to be "{element}"]: {function|command}',
        '[在 {target/ref} ][（称为“{element}”）]执行 JavaScript：{function|command}',
        'runsInPage',
      ),
      browser_run_code: titled('Run browser code: {code|command}', '执行浏览器代码：{code|command}', 'runsCode'),
      browser_run_code_unsafe: titled(
        'Run browser code[ from {filename|path}][: {code|command}]',
        '执行浏览器代码[（来自 {filename|path}）][：{code|command}]',
        'runsCode',
      ),
      browser_file_upload: titled('Upload {paths|list}', '上传 {paths|list}', 'givesFiles'),
      browser_pdf_save: titled(
        'Save the page as PDF[: {filename|file}]',
        '将页面保存为 PDF[：{filename|file}]',
        'storesFile',
      ),
      browser_install: titled('Install the browser', '安装浏览器', 'runsCommand'),
      browser_cookie_list: titled('Read cookies[ of {domain}]', '读取[ {domain} 的] Cookie', 'readsSecrets'),
      browser_cookie_get: titled('Read cookie {name}', '读取 Cookie {name}', 'readsSecrets'),
      browser_cookie_set: titled(
        'Set cookie {name}[ of {domain}]',
        '设置[ {domain} 的] Cookie {name}',
        'changesLogins',
      ),
      browser_cookie_delete: titled('Delete cookie {name}', '删除 Cookie {name}', 'changesLogins'),
      browser_cookie_clear: titled('Delete all cookies', '删除全部 Cookie', 'changesLogins'),
      browser_localstorage_list: titled('Read the local storage', '读取本地存储', 'readsSecrets'),
      browser_localstorage_get: titled('Read {key} of the local storage', '读取本地存储中的 {key}', 'readsSecrets'),
      browser_localstorage_set: titled('Set {key} in the local storage', '设置本地存储中的 {key}', 'changesLogins'),
      browser_localstorage_delete: titled(
        'Delete {key} from the local storage',
        '删除本地存储中的 {key}',
        'changesLogins',
      ),
      browser_localstorage_clear: titled('Empty the local storage', '清空本地存储', 'changesLogins'),
      browser_sessionstorage_list: titled('Read the session storage', '读取会话存储', 'readsSecrets'),
      browser_sessionstorage_get: titled('Read {key} of the session storage', '读取会话存储中的 {key}', 'readsSecrets'),
      browser_sessionstorage_set: titled('Set {key} in the session storage', '设置会话存储中的 {key}', 'changesLogins'),
      browser_sessionstorage_delete: titled(
        'Delete {key} from the session storage',
        '删除会话存储中的 {key}',
        'changesLogins',
      ),
      browser_sessionstorage_clear: titled('Empty the session storage', '清空会话存储', 'changesLogins'),
      browser_storage_state: titled(
        'Save all logins of the browser[ to {filename|path}]',
        '保存浏览器的全部登录状态[到 {filename|path}]',
        'readsSecrets',
      ),
      browser_set_storage_state: titled(
        'Load logins into the browser from {filename|path}',
        '从 {filename|path} 载入浏览器登录状态',
        'changesLogins',
      ),
      browser_network_state_set: titled(
        'Take the browser {state|word online=online,offline=offline}',
        '将浏览器切换为{state|word online=在线,offline=离线}',
        'runsInPage',
      ),
      browser_route: titled(
        'Answer requests to {pattern}[ with status {status}]',
        '替代对 {pattern} 的请求[（状态 {status}）]',
        'runsInPage',
      ),
      browser_unroute: titled('Stop answering requests[ to {pattern}]', '不再替代[对 {pattern} 的]请求', 'runsInPage'),
    }
  },
}
