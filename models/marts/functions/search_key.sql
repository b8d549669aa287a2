{{ search_key_of('spelling') }}
