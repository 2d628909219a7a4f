-- For wrk: creates, or whole cycles of create, confirm and capture, at a payments API.
-- The part is the first argument after `--`: creates, cycles, or destinations, which are cycles of charges for the
-- connected account that the second argument names, with a fee. Prints one line of JSON at the end.

local headers = {
    ["Authorization"] = "Bearer sk_test_benchmark",
    ["Content-Type"] = "application/x-www-form-urlencoded",
}
local intents = "/v1/payment_intents"
local threads = {}
-- Requests that belong to cycles that have begun; wrk does not tell which connection asks for one.
local waiting = {}
captured = 0
refused = 0

function setup(thread)
    table.insert(threads, thread)
end

local sent = 0
local run = nil

-- Every official client sends a fresh key with each POST.
local function post(path, body)
    sent = sent + 1
    headers["Idempotency-Key"] = string.format("%s-%012x", run, sent)
    return wrk.format("POST", path, headers, body)
end

local form = nil

function init(arguments)
    run = string.format("%08x-%04x-4000-8000", os.time(), os.clock() * 1e6 % 0x10000)
    form = "amount=1099&currency=usd&payment_method_types[]=card"
    if arguments[1] ~= "creates" then
        form = form .. "&capture_method=manual&payment_method=pm_card_visa"
        response = advance
    end
    if arguments[1] == "destinations" then
        form = form .. "&application_fee_amount=123&transfer_data[destination]=" .. arguments[2]
    end
end

function request()
    local count = #waiting
    if count == 0 then return post(intents, form) end
    local next = waiting[count]
    waiting[count] = nil
    return next
end

function advance(status, answer, body)
    local id = string.match(body, '"id":%s*"(pi_%w+)"')
    if status ~= 200 or not id then
        refused = refused + 1
        if refused == 1 then io.stderr:write(status, " ", string.sub(body, 1, 500), "\n") end
    elseif string.find(body, '"status":%s*"requires_capture"') then
        table.insert(waiting, post(intents .. "/" .. id .. "/capture", ""))
    elseif string.find(body, '"status":%s*"requires_') then
        table.insert(waiting, post(intents .. "/" .. id .. "/confirm", ""))
    else
        captured = captured + 1
    end
end

function done(summary, latency, requests)
    local cycles, wrong = 0, summary.errors.status
    for _, thread in ipairs(threads) do
        cycles = cycles + thread:get("captured")
        wrong = math.max(wrong, thread:get("refused"))
    end
    local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
    io.write(string.format(
        '\n{"requests": %d, "seconds": %f, "p50": %f, "p99": %f, "max": %f, "cycles": %d, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e6, latency:percentile(99) / 1e6,
        latency.max / 1e6, cycles, wrong, broken))
end
