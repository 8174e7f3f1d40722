import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const STRIPE_WORDS: PackWords = {
  pack: 'stripe',
  get tools(): PackWords['tools'] {
    return {
      create_customer: titled('Create customer {name}[ ({email})]', '新建客户 {name}[（{email}）]', 'createsThing'),
      create_product: titled('Create product {name}', '新建产品 {name}', 'createsThing'),
      create_price: titled(
        'Set a price of {unit_amount|money currency} for product {product}',
        '为产品 {product} 设定价格 {unit_amount|money currency}',
        'createsThing',
      ),
      create_payment_link: titled(
        'Create a payment link for {quantity} × {price}',
        '为 {quantity} × {price} 创建付款链接',
        'billsCustomer',
      ),
      create_invoice: titled(
        'Create an invoice for {customer}[, due in {days_until_due} days]',
        '为 {customer} 创建账单[，{days_until_due} 天内付款]',
        'billsCustomer',
      ),
      create_invoice_item: titled(
        'Add {price} to invoice {invoice} of {customer}',
        '将 {price} 加入 {customer} 的账单 {invoice}',
        'billsCustomer',
      ),
      finalize_invoice: titled('Finalize invoice {invoice}', '最终确认账单 {invoice}', 'billsCustomer'),
      send_invoice: titled('Send invoice {invoice}', '发送账单 {invoice}', 'sendsMessage'),
      create_refund: titled(
        'Refund[ {amount} (in cents or the like)][{amount|word -= all}] of payment {payment_intent}',
        '退还付款 {payment_intent}[ 的 {amount}（以分等最小单位计）][{amount|word -= 的全额}]',
        'movesMoney',
      ),
      cancel_subscription: titled('Cancel subscription {subscription}', '取消订阅 {subscription}', 'endsSomething'),
      update_subscription: titled(
        'Change subscription {subscription}[: {items|count item/items}]',
        '修改订阅 {subscription}[：{items|count 个条目}]',
        'billsCustomer',
      ),
      create_coupon: titled(
        'Create coupon {name}: [{percent_off}% off][{percent_off|word -=}{amount_off|money currency} off][, {duration|word once=once,repeating=for some months,forever=forever}]',
        '新建优惠券 {name}：[减 {percent_off}%][{percent_off|word -=}减 {amount_off|money currency}][，{duration|word once=仅一次,repeating=按月重复,forever=永久}]',
        'billsCustomer',
      ),
      update_dispute: titled(
        '{submit|word true=Submit,false=Prepare,-=Prepare} evidence for dispute {dispute}',
        '{submit|word true=提交,false=准备,-=准备}争议 {dispute} 的证据',
        'movesMoney',
      ),
      create_billing_portal_session: titled(
        'Open the billing portal of {customer}',
        '打开 {customer} 的账单门户',
        'changesAccess',
      ),
    }
  },
}
