// Made from schemas/gateway.schema.json by `npm run generate`; do not edit.
export interface Shape {
  readonly kind: 'object' | 'map' | 'list' | 'scalar';
  /** The definition that the schema refers to here. */
  readonly definition?: string;
  /** Of a map: the definition that its names follow. */
  readonly names?: string;
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Of an object that is exactly one of several: the fields that each of them demands. */
  readonly alternatives?: readonly (readonly string[])[];
  readonly each?: Shape;
  /** Of a scalar: the words that it may be, */
  readonly words?: readonly string[];
  /** the whole numbers, where it may be one beside the words, */
  readonly numbers?: readonly [least: number, most: number];
  /** and the definitions of what else it may be. */
  readonly forms?: readonly string[];
  /** Of a duration or a size, as it would be written. */
  readonly bounds?: readonly [least: string, most: string];
}

export const fileShape: Shape = {
 "kind": "object",
 "fields": {
  "version": {
   "kind": "scalar"
  },
  "include": {
   "kind": "list",
   "each": {
    "kind": "scalar"
   }
  },
  "extra_capabilities": {
   "kind": "list",
   "each": {
    "kind": "scalar",
    "definition": "capability_name"
   }
  },
  "listen": {
   "kind": "object",
   "fields": {
    "address": {
     "kind": "scalar",
     "definition": "address"
    },
    "tls": {
     "kind": "object",
     "fields": {
      "cert": {
       "kind": "scalar",
       "definition": "file"
      },
      "key": {
       "kind": "scalar",
       "definition": "file"
      },
      "self_signed": {
       "kind": "scalar"
      },
      "terminated_by": {
       "kind": "list",
       "each": {
        "kind": "scalar"
       }
      },
      "client_ca": {
       "kind": "scalar",
       "definition": "file"
      },
      "client_auth": {
       "kind": "scalar",
       "words": [
        "optional",
        "required"
       ]
      },
      "client_certificate_header": {
       "kind": "scalar",
       "definition": "header_name"
      }
     },
     "required": [],
     "alternatives": [
      [
       "cert",
       "key"
      ],
      [
       "self_signed"
      ],
      [
       "terminated_by"
      ]
     ],
     "definition": "listen_tls"
    },
    "max_body": {
     "kind": "scalar",
     "definition": "size",
     "bounds": [
      "1B",
      "256MiB"
     ]
    },
    "max_buffered": {
     "kind": "scalar",
     "definition": "size",
     "bounds": [
      "1B",
      "1024GiB"
     ]
    },
    "headers_timeout": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "1ms",
      "1h"
     ]
    },
    "body_timeout": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "1ms",
      "1h"
     ]
    },
    "min_body_rate": {
     "kind": "scalar",
     "definition": "size",
     "bounds": [
      "0B",
      "256MiB"
     ]
    },
    "keep_alive": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "1ms",
      "1h"
     ]
    },
    "max_connections": {
     "kind": "scalar"
    },
    "heartbeat": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "100ms",
      "1h"
     ]
    },
    "drain": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "0s",
      "1h"
     ]
    },
    "drain_delay": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "0s",
      "10m"
     ]
    },
    "health_path": {
     "kind": "scalar",
     "definition": "path"
    }
   },
   "required": [
    "address",
    "tls"
   ],
   "definition": "listen"
  },
  "admin": {
   "kind": "object",
   "fields": {
    "address": {
     "kind": "scalar",
     "definition": "address"
    },
    "tls": {
     "kind": "object",
     "fields": {
      "cert": {
       "kind": "scalar",
       "definition": "file"
      },
      "key": {
       "kind": "scalar",
       "definition": "file"
      },
      "self_signed": {
       "kind": "scalar"
      },
      "terminated_by": {
       "kind": "list",
       "each": {
        "kind": "scalar"
       }
      }
     },
     "required": [],
     "alternatives": [
      [
       "cert",
       "key"
      ],
      [
       "self_signed"
      ],
      [
       "terminated_by"
      ]
     ],
     "definition": "tls"
    },
    "token": {
     "kind": "scalar",
     "definition": "secret"
    },
    "read_token": {
     "kind": "scalar",
     "definition": "secret"
    },
    "oidc": {
     "kind": "object",
     "fields": {
      "issuer": {
       "kind": "scalar"
      },
      "client_id": {
       "kind": "scalar"
      },
      "client_secret": {
       "kind": "scalar",
       "definition": "secret"
      },
      "url": {
       "kind": "scalar"
      },
      "scopes": {
       "kind": "list",
       "each": {
        "kind": "scalar"
       }
      },
      "session": {
       "kind": "scalar",
       "definition": "duration",
       "bounds": [
        "5m",
        "168h"
       ]
      },
      "roles": {
       "kind": "object",
       "fields": {
        "admin": {
         "kind": "map",
         "names": "",
         "each": {
          "kind": "scalar"
         },
         "definition": "claims"
        },
        "read": {
         "kind": "map",
         "names": "",
         "each": {
          "kind": "scalar"
         },
         "definition": "claims"
        }
       },
       "required": []
      }
     },
     "required": [
      "issuer",
      "client_id",
      "client_secret",
      "roles"
     ],
     "definition": "admin_oidc"
    }
   },
   "required": [
    "address"
   ],
   "definition": "admin"
  },
  "workers": {
   "kind": "scalar",
   "words": [
    "auto"
   ],
   "numbers": [
    1,
    256
   ]
  },
  "log": {
   "kind": "object",
   "fields": {
    "level": {
     "kind": "scalar",
     "words": [
      "trace",
      "debug",
      "info",
      "warn",
      "error",
      "fatal",
      "silent"
     ],
     "forms": [
      "reference"
     ]
    },
    "file": {
     "kind": "scalar",
     "definition": "file"
    },
    "sample": {
     "kind": "scalar"
    },
    "client_ip": {
     "kind": "scalar",
     "words": [
      "full",
      "masked",
      "none"
     ]
    },
    "exclude": {
     "kind": "list",
     "each": {
      "kind": "scalar",
      "definition": "path"
     }
    }
   },
   "required": [],
   "definition": "log"
  },
  "tracing": {
   "kind": "object",
   "fields": {
    "otlp": {
     "kind": "scalar"
    },
    "sample": {
     "kind": "scalar"
    },
    "headers": {
     "kind": "map",
     "names": "header_name",
     "each": {
      "kind": "scalar"
     },
     "definition": "headers"
    }
   },
   "required": [
    "otlp"
   ],
   "definition": "tracing"
  },
  "routing": {
   "kind": "object",
   "fields": {
    "generic_tags": {
     "kind": "scalar",
     "words": [
      "every_endpoint",
      "called_endpoint"
     ]
    },
    "max_attempts": {
     "kind": "scalar"
    },
    "infer": {
     "kind": "scalar",
     "words": [
      "prefer",
      "require",
      "off"
     ]
    },
    "circuit": {
     "kind": "object",
     "fields": {
      "failures": {
       "kind": "scalar"
      },
      "window": {
       "kind": "scalar",
       "definition": "duration",
       "bounds": [
        "1s",
        "1h"
       ]
      },
      "open": {
       "kind": "scalar",
       "definition": "duration",
       "bounds": [
        "100ms",
        "1h"
       ]
      },
      "max_open": {
       "kind": "scalar",
       "definition": "duration",
       "bounds": [
        "100ms",
        "1h"
       ]
      }
     },
     "required": []
    }
   },
   "required": [],
   "definition": "routing"
  },
  "catalogue": {
   "kind": "object",
   "fields": {
    "file": {
     "kind": "scalar"
    },
    "max_age": {
     "kind": "scalar",
     "definition": "duration",
     "bounds": [
      "24h",
      "87600h"
     ]
    }
   },
   "required": []
  },
  "endpoints": {
   "kind": "map",
   "names": "endpoint",
   "each": {
    "kind": "object",
    "fields": {
     "default_model": {
      "kind": "scalar"
     },
     "backends": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "price": {
      "kind": "object",
      "fields": {
       "per_request": {
        "kind": "scalar"
       }
      },
      "required": [
       "per_request"
      ],
      "definition": "kept_price"
     },
     "path": {
      "kind": "scalar",
      "definition": "path"
     },
     "methods": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "GET",
        "POST",
        "PUT",
        "PATCH",
        "DELETE"
       ]
      }
     },
     "family": {
      "kind": "scalar",
      "words": [
       "openai",
       "anthropic"
      ]
     },
     "body": {
      "kind": "scalar",
      "words": [
       "json",
       "multipart",
       "streamed",
       "none"
      ]
     },
     "model": {
      "kind": "object",
      "fields": {
       "in": {
        "kind": "scalar",
        "words": [
         "body",
         "form",
         "query",
         "header",
         "path",
         "none"
        ]
       },
       "field": {
        "kind": "scalar"
       },
       "default": {
        "kind": "scalar"
       }
      },
      "required": []
     },
     "answer": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "json",
        "events",
        "binary"
       ]
      }
     },
     "failover": {
      "kind": "scalar",
      "words": [
       "full",
       "model",
       "none"
      ]
     },
     "usage": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "list",
       "each": {
        "kind": "scalar",
        "definition": "json_pointer"
       },
       "definition": "answer_places"
      }
     },
     "estimate": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "scalar"
      }
     },
     "max_body": {
      "kind": "scalar",
      "definition": "size",
      "bounds": [
       "1B",
       "8GiB"
      ]
     },
     "events": {
      "kind": "object",
      "fields": {
       "terminal": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [],
    "definition": "endpoint_settings"
   }
  },
  "stateful": {
   "kind": "object",
   "fields": {
    "ids": {
     "kind": "scalar",
     "words": [
      "off",
      "signed",
      "plain"
     ]
    },
    "endpoints": {
     "kind": "list",
     "each": {
      "kind": "scalar",
      "words": [
       "batches",
       "conversations",
       "files",
       "message_batches",
       "responses"
      ],
      "definition": "stateful_endpoint"
     }
    },
    "default": {
     "kind": "map",
     "names": "endpoint",
     "each": {
      "kind": "scalar"
     }
    },
    "encrypted_content": {
     "kind": "scalar",
     "words": [
      "pass",
      "pin"
     ]
    },
    "unsigned": {
     "kind": "scalar",
     "words": [
      "refuse",
      "allow"
     ]
    }
   },
   "required": [],
   "definition": "stateful"
  },
  "backends": {
   "kind": "map",
   "names": "plain_name",
   "each": {
    "kind": "object",
    "fields": {
     "url": {
      "kind": "scalar"
     },
     "plaintext": {
      "kind": "scalar"
     },
     "paths": {
      "kind": "object",
      "fields": {
       "batches": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "chat_completions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "completions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "conversations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "count_tokens": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "embeddings": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "files": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "image_edits": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "image_variations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "images": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "message_batches": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "messages": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "moderations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "rerank": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses_compact": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses_input_tokens": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "speech": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "transcriptions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "translations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "uploads": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "gemini": {
        "kind": "scalar",
        "definition": "path"
       },
       "gemini_stream": {
        "kind": "scalar",
        "definition": "path"
       },
       "bedrock_converse": {
        "kind": "scalar",
        "definition": "path"
       },
       "bedrock_converse_stream": {
        "kind": "scalar",
        "definition": "path"
       }
      },
      "required": [],
      "each": {
       "kind": "object",
       "fields": {
        "whole": {
         "kind": "scalar",
         "definition": "path"
        },
        "stream": {
         "kind": "scalar",
         "definition": "path"
        }
       },
       "required": [
        "whole",
        "stream"
       ],
       "definition": "endpoint_path"
      }
     },
     "wire": {
      "kind": "object",
      "fields": {
       "vertex": {
        "kind": "object",
        "fields": {
         "anthropic_version": {
          "kind": "scalar",
          "definition": "anthropic_version"
         }
        },
        "required": []
       },
       "bedrock": {
        "kind": "object",
        "fields": {
         "anthropic_version": {
          "kind": "scalar",
          "definition": "anthropic_version"
         },
         "betas": {
          "kind": "list",
          "each": {
           "kind": "scalar"
          }
         }
        },
        "required": []
       }
      },
      "required": [],
      "alternatives": [
       [
        "vertex"
       ],
       [
        "bedrock"
       ]
      ],
      "definition": "wire"
     },
     "project": {
      "kind": "scalar",
      "definition": "project"
     },
     "location": {
      "kind": "scalar",
      "definition": "location"
     },
     "query": {
      "kind": "map",
      "names": "query_name",
      "each": {
       "kind": "scalar"
      }
     },
     "auth": {
      "kind": "object",
      "fields": {
       "bearer": {
        "kind": "scalar",
        "definition": "secret"
       },
       "header": {
        "kind": "scalar",
        "definition": "header_name"
       },
       "value": {
        "kind": "scalar",
        "definition": "secret"
       },
       "prefix": {
        "kind": "scalar",
        "definition": "token_prefix"
       },
       "file": {
        "kind": "scalar",
        "definition": "file"
       },
       "exec": {
        "kind": "object",
        "fields": {
         "command": {
          "kind": "list",
          "each": {
           "kind": "scalar"
          }
         },
         "every": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "30s",
           "24h"
          ]
         },
         "timeout": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "1s",
           "60s"
          ]
         },
         "env": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "variable_name"
          }
         }
        },
        "required": [
         "command"
        ],
        "definition": "auth_exec"
       },
       "oauth2": {
        "kind": "object",
        "fields": {
         "token_url": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "grant": {
          "kind": "scalar",
          "words": [
           "client_credentials",
           "jwt_bearer",
           "token_exchange"
          ]
         },
         "client_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "client_secret": {
          "kind": "scalar",
          "definition": "secret"
         },
         "send_secret": {
          "kind": "scalar",
          "words": [
           "basic",
           "body"
          ]
         },
         "private_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "key_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "alg": {
          "kind": "scalar",
          "words": [
           "RS256",
           "ES256",
           "PS256"
          ]
         },
         "assertion_audience": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "assertion": {
          "kind": "object",
          "fields": {
           "file": {
            "kind": "scalar",
            "definition": "file"
           }
          },
          "required": [
           "file"
          ]
         },
         "subject_token_type": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "audience": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "resource": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "parameters": {
          "kind": "map",
          "names": "parameter_name",
          "each": {
           "kind": "scalar"
          }
         },
         "body": {
          "kind": "scalar",
          "words": [
           "form",
           "json"
          ]
         },
         "headers": {
          "kind": "map",
          "names": "header_name",
          "each": {
           "kind": "scalar"
          },
          "definition": "headers"
         },
         "lifetime": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "10s",
           "24h"
          ]
         }
        },
        "required": [
         "token_url"
        ],
        "definition": "auth_oauth2"
       },
       "aws": {
        "kind": "object",
        "fields": {
         "region": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "service": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "as": {
          "kind": "scalar",
          "words": [
           "signature",
           "api_key"
          ]
         },
         "access_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "secret_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "session_token": {
          "kind": "scalar",
          "definition": "secret"
         },
         "profile": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "config_file": {
          "kind": "scalar",
          "definition": "file"
         },
         "credentials_file": {
          "kind": "scalar",
          "definition": "file"
         },
         "role": {
          "kind": "object",
          "fields": {
           "arn": {
            "kind": "scalar",
            "definition": "open_text"
           },
           "external_id": {
            "kind": "scalar"
           },
           "session_name": {
            "kind": "scalar",
            "definition": "open_text"
           },
           "duration": {
            "kind": "scalar",
            "definition": "duration",
            "bounds": [
             "15m",
             "12h"
            ]
           }
          },
          "required": [
           "arn"
          ]
         },
         "from": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "words": [
            "env",
            "profile",
            "web_identity",
            "container",
            "imds"
           ]
          }
         }
        },
        "required": [],
        "definition": "auth_aws"
       },
       "google": {
        "kind": "object",
        "fields": {
         "credentials": {
          "kind": "scalar",
          "definition": "key_file"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "impersonate": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "quota_project": {
          "kind": "scalar",
          "definition": "open_text"
         }
        },
        "required": [],
        "definition": "auth_google"
       },
       "azure": {
        "kind": "object",
        "fields": {
         "client_secret": {
          "kind": "scalar",
          "definition": "secret"
         },
         "workload_identity": {
          "kind": "scalar"
         },
         "managed_identity": {
          "kind": "object",
          "fields": {
           "client_id": {
            "kind": "scalar",
            "definition": "open_text"
           }
          },
          "required": []
         },
         "tenant": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "client_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "authority": {
          "kind": "scalar",
          "definition": "open_text"
         }
        },
        "required": [],
        "alternatives": [
         [
          "client_secret"
         ],
         [
          "workload_identity"
         ],
         [
          "managed_identity"
         ]
        ],
        "definition": "auth_azure"
       }
      },
      "required": [],
      "alternatives": [
       [
        "bearer"
       ],
       [
        "header",
        "value"
       ],
       [
        "file"
       ],
       [
        "exec"
       ],
       [
        "oauth2"
       ],
       [
        "aws"
       ],
       [
        "google"
       ],
       [
        "azure"
       ]
      ],
      "definition": "auth"
     },
     "headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "scalar"
      },
      "definition": "headers"
     },
     "default_headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "scalar"
      },
      "definition": "headers"
     },
     "add_headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "list",
       "each": {
        "kind": "scalar"
       }
      }
     },
     "flavor": {
      "kind": "scalar",
      "words": [
       "openai",
       "vllm",
       "llama_cpp",
       "deepseek",
       "openrouter",
       "generic"
      ]
     },
     "forward_app_headers": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "remove_headers": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "header_glob"
        }
       },
       "remove": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "body_path"
        }
       },
       "set": {
        "kind": "map",
        "names": "body_path",
        "each": {
         "kind": "scalar"
        }
       },
       "default": {
        "kind": "map",
        "names": "body_path",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "timeouts": {
      "kind": "object",
      "fields": {
       "connect": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "10m"
        ]
       },
       "first_byte": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "answer": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1s",
         "24h"
        ]
       },
       "idle": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "progress": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "total": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       }
      },
      "required": []
     },
     "proxy": {
      "kind": "scalar"
     },
     "max_connection_age": {
      "kind": "scalar",
      "bounds": [
       "1s",
       "24h"
      ]
     },
     "vendor": {
      "kind": "scalar"
     },
     "usage_in_streams": {
      "kind": "scalar",
      "words": [
       "ask",
       "given",
       "none"
      ]
     },
     "formerly": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "plain_name"
      }
     },
     "lists": {
      "kind": "scalar"
     },
     "max_requests_per_connection": {
      "kind": "scalar"
     },
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       }
      },
      "required": [],
      "definition": "capacity"
     },
     "max_connections": {
      "kind": "scalar"
     },
     "health": {
      "kind": "object",
      "fields": {
       "path": {
        "kind": "scalar",
        "definition": "path"
       },
       "interval": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "100ms",
         "1h"
        ]
       }
      },
      "required": [
       "path"
      ]
     },
     "tls": {
      "kind": "object",
      "fields": {
       "ca": {
        "kind": "scalar",
        "definition": "file"
       },
       "server_name": {
        "kind": "scalar"
       },
       "cert": {
        "kind": "scalar",
        "definition": "file"
       },
       "key": {
        "kind": "scalar",
        "definition": "file"
       }
      },
      "required": []
     },
     "simulator": {
      "kind": "object",
      "fields": {
       "latency": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "0ms",
         "10m"
        ]
       },
       "tokens_per_second": {
        "kind": "scalar"
       },
       "text": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [],
    "alternatives": [
     [
      "url"
     ],
     [
      "simulator"
     ]
    ],
    "definition": "backend"
   }
  },
  "models": {
   "kind": "map",
   "names": "model_name",
   "each": {
    "kind": "object",
    "fields": {
     "owned_by": {
      "kind": "scalar"
     },
     "created": {
      "kind": "scalar"
     },
     "balance": {
      "kind": "scalar",
      "words": [
       "least_busy",
       "weighted",
       "lowest_latency",
       "lowest_cost",
       "sticky"
      ]
     },
     "fallbacks": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "deployments": {
      "kind": "list",
      "each": {
       "kind": "object",
       "fields": {
        "backend": {
         "kind": "scalar"
        },
        "id": {
         "kind": "scalar",
         "definition": "plain_name"
        },
        "model": {
         "kind": "scalar"
        },
        "priority": {
         "kind": "scalar"
        },
        "rate_limit": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          }
         },
         "required": [],
         "definition": "capacity"
        },
        "disabled": {
         "kind": "scalar"
        },
        "weight": {
         "kind": "scalar"
        },
        "catalogue": {
         "kind": "scalar",
         "definition": "catalogue_entry"
        },
        "price": {
         "kind": "object",
         "fields": {
          "input": {
           "kind": "scalar"
          },
          "cached_input": {
           "kind": "scalar"
          },
          "cache_write": {
           "kind": "scalar"
          },
          "cache_write_1h": {
           "kind": "scalar"
          },
          "audio_input": {
           "kind": "scalar"
          },
          "image_input": {
           "kind": "scalar"
          },
          "output": {
           "kind": "scalar"
          },
          "audio_output": {
           "kind": "scalar"
          },
          "image_output": {
           "kind": "scalar"
          },
          "per_image": {
           "kind": "scalar"
          },
          "per_minute": {
           "kind": "scalar"
          },
          "per_second": {
           "kind": "scalar"
          },
          "per_million_characters": {
           "kind": "scalar"
          },
          "per_search_unit": {
           "kind": "scalar"
          },
          "per_request": {
           "kind": "scalar"
          },
          "per_unit": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          },
          "per_tool_call": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          },
          "tiers": {
           "kind": "list",
           "each": {
            "kind": "object",
            "fields": {
             "above_input": {
              "kind": "scalar"
             },
             "input": {
              "kind": "scalar"
             },
             "cached_input": {
              "kind": "scalar"
             },
             "cache_write": {
              "kind": "scalar"
             },
             "cache_write_1h": {
              "kind": "scalar"
             },
             "audio_input": {
              "kind": "scalar"
             },
             "image_input": {
              "kind": "scalar"
             },
             "output": {
              "kind": "scalar"
             },
             "audio_output": {
              "kind": "scalar"
             },
             "image_output": {
              "kind": "scalar"
             },
             "per_image": {
              "kind": "scalar"
             },
             "per_minute": {
              "kind": "scalar"
             },
             "per_second": {
              "kind": "scalar"
             },
             "per_million_characters": {
              "kind": "scalar"
             },
             "per_search_unit": {
              "kind": "scalar"
             },
             "per_request": {
              "kind": "scalar"
             },
             "per_unit": {
              "kind": "map",
              "names": "",
              "each": {
               "kind": "scalar"
              }
             },
             "per_tool_call": {
              "kind": "map",
              "names": "",
              "each": {
               "kind": "scalar"
              }
             }
            },
            "required": [
             "above_input"
            ],
            "definition": "price_tier"
           }
          },
          "tiers_by_service": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          }
         },
         "required": [],
         "definition": "price"
        },
        "capabilities": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "words": [
           "vision",
           "pdf_input",
           "audio_input",
           "reasoning",
           "streaming",
           "function_calling",
           "parallel_function_calling",
           "tool_choice",
           "computer_use",
           "assistant_prefill",
           "prompt_caching",
           "web_search",
           "url_context"
          ],
          "definition": "capability"
         }
        },
        "translation": {
         "kind": "object",
         "fields": {
          "max_tokens": {
           "kind": "scalar"
          },
          "drop": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "dropped_path"
           }
          },
          "unknown_fields": {
           "kind": "scalar",
           "words": [
            "refuse",
            "drop"
           ]
          },
          "reasoning": {
           "kind": "scalar",
           "words": [
            "adaptive",
            "budget",
            "level",
            "anthropic",
            "none"
           ]
          },
          "budgets": {
           "kind": "object",
           "fields": {
            "minimal": {
             "kind": "scalar"
            },
            "low": {
             "kind": "scalar"
            },
            "medium": {
             "kind": "scalar"
            },
            "high": {
             "kind": "scalar"
            },
            "xhigh": {
             "kind": "scalar"
            },
            "max": {
             "kind": "scalar"
            }
           },
           "required": []
          },
          "cache": {
           "kind": "scalar",
           "words": [
            "marked",
            "auto"
           ]
          },
          "late_system": {
           "kind": "scalar",
           "words": [
            "in_place",
            "hoist"
           ]
          },
          "system_parts": {
           "kind": "scalar",
           "words": [
            "kept",
            "joined"
           ]
          },
          "developer_role": {
           "kind": "scalar",
           "words": [
            "kept",
            "system"
           ]
          },
          "token_field": {
           "kind": "scalar",
           "words": [
            "max_tokens",
            "max_completion_tokens"
           ]
          },
          "reasoning_field": {
           "kind": "scalar",
           "words": [
            "reasoning_content",
            "reasoning",
            "none"
           ]
          },
          "show_reasoning": {
           "kind": "scalar",
           "words": [
            "asked",
            "always"
           ]
          },
          "image_urls": {
           "kind": "scalar"
          }
         },
         "required": [],
         "definition": "translation"
        },
        "endpoints": {
         "kind": "object",
         "fields": {
          "chat_completions": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "completions": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "count_tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "embeddings": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "image_edits": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "image_variations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "images": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "messages": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "moderations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "rerank": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "responses": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "responses_compact": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "responses_input_tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "speech": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "transcriptions": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "translations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          }
         },
         "required": [],
         "each": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "words": [
            "vision",
            "pdf_input",
            "audio_input",
            "reasoning",
            "streaming",
            "function_calling",
            "parallel_function_calling",
            "tool_choice",
            "computer_use",
            "assistant_prefill",
            "prompt_caching",
            "web_search",
            "url_context"
           ],
           "definition": "capability"
          }
         }
        }
       },
       "required": [
        "backend",
        "endpoints"
       ],
       "definition": "deployment"
      }
     }
    },
    "required": [
     "deployments"
    ],
    "definition": "model"
   }
  },
  "rate_limits": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "requests": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "rate"
      },
      "definition": "rates"
     },
     "tokens": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "rate"
      },
      "definition": "rates"
     },
     "concurrency": {
      "kind": "scalar"
     },
     "budget": {
      "kind": "scalar",
      "definition": "budget"
     },
     "per_model": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "object",
       "fields": {
        "requests": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "definition": "rate"
         },
         "definition": "rates"
        },
        "tokens": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "definition": "rate"
         },
         "definition": "rates"
        },
        "concurrency": {
         "kind": "scalar"
        },
        "budget": {
         "kind": "scalar",
         "definition": "budget"
        }
       },
       "required": [],
       "definition": "model_limits"
      }
     }
    },
    "required": [],
    "definition": "rate_limit"
   }
  },
  "groups": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       },
       "budget": {
        "kind": "scalar",
        "definition": "budget"
       },
       "per_model": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          },
          "budget": {
           "kind": "scalar",
           "definition": "budget"
          }
         },
         "required": [],
         "definition": "model_limits"
        }
       }
      },
      "required": []
     },
     "models": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "endpoints": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "batches",
        "chat_completions",
        "completions",
        "conversations",
        "count_tokens",
        "embeddings",
        "files",
        "image_edits",
        "image_variations",
        "images",
        "message_batches",
        "messages",
        "moderations",
        "rerank",
        "responses",
        "responses_compact",
        "responses_input_tokens",
        "speech",
        "transcriptions",
        "translations",
        "uploads",
        "all",
        "stateless"
       ],
       "forms": [
        "endpoint_name"
       ],
       "definition": "grant"
      }
     },
     "group": {
      "kind": "scalar"
     }
    },
    "required": [],
    "definition": "group"
   }
  },
  "keys": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "hash": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "hash"
      }
     },
     "secret": {
      "kind": "scalar",
      "definition": "secret"
     },
     "certificate": {
      "kind": "object",
      "fields": {
       "san": {
        "kind": "scalar"
       },
       "subject": {
        "kind": "scalar"
       },
       "fingerprint": {
        "kind": "scalar"
       }
      },
      "required": [],
      "alternatives": [
       [
        "san"
       ],
       [
        "subject"
       ],
       [
        "fingerprint"
       ]
      ]
     },
     "models": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "endpoints": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "batches",
        "chat_completions",
        "completions",
        "conversations",
        "count_tokens",
        "embeddings",
        "files",
        "image_edits",
        "image_variations",
        "images",
        "message_batches",
        "messages",
        "moderations",
        "rerank",
        "responses",
        "responses_compact",
        "responses_input_tokens",
        "speech",
        "transcriptions",
        "translations",
        "uploads",
        "all",
        "stateless"
       ],
       "forms": [
        "endpoint_name"
       ],
       "definition": "grant"
      }
     },
     "expires": {
      "kind": "scalar",
      "definition": "time"
     },
     "not_before": {
      "kind": "scalar",
      "definition": "time"
     },
     "disabled": {
      "kind": "scalar"
     },
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       },
       "budget": {
        "kind": "scalar",
        "definition": "budget"
       },
       "per_model": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          },
          "budget": {
           "kind": "scalar",
           "definition": "budget"
          }
         },
         "required": [],
         "definition": "model_limits"
        }
       }
      },
      "required": []
     },
     "objects_owner": {
      "kind": "scalar"
     },
     "group": {
      "kind": "scalar"
     },
     "end_users": {
      "kind": "object",
      "fields": {
       "from": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "end_user_source"
        }
       },
       "rate_limit": {
        "kind": "object",
        "fields": {
         "requests": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "tokens": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "concurrency": {
          "kind": "scalar"
         },
         "budget": {
          "kind": "scalar",
          "definition": "budget"
         },
         "per_model": {
          "kind": "map",
          "names": "",
          "each": {
           "kind": "object",
           "fields": {
            "requests": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "tokens": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "concurrency": {
             "kind": "scalar"
            },
            "budget": {
             "kind": "scalar",
             "definition": "budget"
            }
           },
           "required": [],
           "definition": "model_limits"
          }
         }
        },
        "required": []
       }
      },
      "required": [
       "from",
       "rate_limit"
      ]
     },
     "owner": {
      "kind": "scalar"
     },
     "created": {
      "kind": "scalar",
      "definition": "time"
     },
     "note": {
      "kind": "scalar"
     },
     "allow_from": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "tags": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     }
    },
    "required": [],
    "definition": "key"
   }
  },
  "identity": {
   "kind": "object",
   "fields": {
    "resource": {
     "kind": "scalar",
     "definition": "open_text"
    },
    "issuers": {
     "kind": "map",
     "names": "plain_name",
     "each": {
      "kind": "object",
      "fields": {
       "issuer": {
        "kind": "scalar",
        "definition": "open_text"
       },
       "audience": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "jwks": {
        "kind": "scalar",
        "definition": "open_text"
       },
       "algorithms": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "words": [
          "RS256",
          "RS384",
          "RS512",
          "PS256",
          "PS384",
          "PS512",
          "ES256",
          "ES384",
          "ES512",
          "EdDSA",
          "Ed25519"
         ]
        }
       },
       "clock_skew": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "0s",
         "5m"
        ]
       },
       "rules": {
        "kind": "list",
        "each": {
         "kind": "object",
         "fields": {
          "when": {
           "kind": "map",
           "names": "claim_name",
           "each": {
            "kind": "list",
            "each": {
             "kind": "scalar"
            }
           }
          },
          "key": {
           "kind": "scalar"
          },
          "each": {
           "kind": "scalar",
           "definition": "claim_name"
          }
         },
         "required": [
          "when",
          "key"
         ],
         "definition": "identity_rule"
        }
       }
      },
      "required": [
       "issuer",
       "audience",
       "rules"
      ],
      "definition": "issuer"
     },
     "definition": "issuers"
    }
   },
   "required": [],
   "definition": "identity"
  },
  "keys_file": {
   "kind": "scalar"
  },
  "keys_store": {
   "kind": "scalar",
   "words": [
    "redis"
   ]
  },
  "state": {
   "kind": "object",
   "fields": {
    "dir": {
     "kind": "scalar",
     "definition": "file"
    },
    "store": {
     "kind": "scalar",
     "words": [
      "memory",
      "redis"
     ]
    },
    "redis": {
     "kind": "object",
     "fields": {
      "url": {
       "kind": "scalar"
      },
      "on_failure": {
       "kind": "scalar",
       "words": [
        "local",
        "allow",
        "deny"
       ]
      },
      "gateways": {
       "kind": "scalar"
      },
      "prefix": {
       "kind": "scalar"
      },
      "tls": {
       "kind": "object",
       "fields": {
        "ca": {
         "kind": "scalar",
         "definition": "file"
        },
        "server_name": {
         "kind": "scalar"
        },
        "cert": {
         "kind": "scalar",
         "definition": "file"
        },
        "key": {
         "kind": "scalar",
         "definition": "file"
        }
       },
       "required": []
      }
     },
     "required": [
      "url"
     ],
     "definition": "redis"
    },
    "ids": {
     "kind": "object",
     "fields": {
      "secret": {
       "kind": "scalar",
       "definition": "secret"
      },
      "previous": {
       "kind": "list",
       "each": {
        "kind": "scalar",
        "definition": "secret"
       }
      }
     },
     "required": [],
     "definition": "state_ids"
    }
   },
   "required": [],
   "definition": "state"
  },
  "tests": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "key": {
        "kind": "scalar"
       },
       "claims": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": [
       "endpoint"
      ]
     },
     "usage": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "answer": {
        "kind": "scalar",
        "definition": "file"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "input": {
        "kind": "scalar"
       },
       "cached_input": {
        "kind": "scalar"
       },
       "cache_write": {
        "kind": "scalar"
       },
       "cache_write_1h": {
        "kind": "scalar"
       },
       "audio_input": {
        "kind": "scalar"
       },
       "image_input": {
        "kind": "scalar"
       },
       "output": {
        "kind": "scalar"
       },
       "audio_output": {
        "kind": "scalar"
       },
       "image_output": {
        "kind": "scalar"
       },
       "images": {
        "kind": "scalar"
       },
       "image_kind": {
        "kind": "scalar"
       },
       "seconds": {
        "kind": "scalar"
       },
       "characters": {
        "kind": "scalar"
       },
       "search_units": {
        "kind": "scalar"
       },
       "units": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "tool_calls": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "service_tier": {
        "kind": "scalar"
       }
      },
      "required": [
       "deployment"
      ]
     },
     "body": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "scalar"
      }
     },
     "down": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "expect": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "order": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "eligible": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "model": {
        "kind": "scalar"
       },
       "status": {
        "kind": "scalar"
       },
       "code": {
        "kind": "scalar"
       },
       "via": {
        "kind": "scalar",
        "words": [
         "native",
         "chat_completions",
         "messages",
         "responses",
         "gemini",
         "bedrock_converse"
        ]
       },
       "dropped": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "changed": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "param": {
        "kind": "scalar"
       },
       "cost": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [
     "name",
     "expect",
     "request"
    ],
    "definition": "routing_test"
   }
  },
  "never": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "key": {
        "kind": "scalar"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "reaches": {
      "kind": "object",
      "fields": {
       "backend": {
        "kind": "scalar"
       },
       "deployment": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [
     "name",
     "reaches"
    ],
    "definition": "never"
   }
  },
  "survives": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "key": {
        "kind": "scalar"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "outages": {
      "kind": "scalar"
     }
    },
    "required": [
     "name"
    ],
    "definition": "survives"
   }
  }
 },
 "required": [
  "version",
  "listen",
  "backends",
  "models"
 ]
};

export const keysFileShape: Shape = {
 "kind": "object",
 "fields": {
  "keys": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "hash": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "hash"
      }
     },
     "secret": {
      "kind": "scalar",
      "definition": "secret"
     },
     "certificate": {
      "kind": "object",
      "fields": {
       "san": {
        "kind": "scalar"
       },
       "subject": {
        "kind": "scalar"
       },
       "fingerprint": {
        "kind": "scalar"
       }
      },
      "required": [],
      "alternatives": [
       [
        "san"
       ],
       [
        "subject"
       ],
       [
        "fingerprint"
       ]
      ]
     },
     "models": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "endpoints": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "batches",
        "chat_completions",
        "completions",
        "conversations",
        "count_tokens",
        "embeddings",
        "files",
        "image_edits",
        "image_variations",
        "images",
        "message_batches",
        "messages",
        "moderations",
        "rerank",
        "responses",
        "responses_compact",
        "responses_input_tokens",
        "speech",
        "transcriptions",
        "translations",
        "uploads",
        "all",
        "stateless"
       ],
       "forms": [
        "endpoint_name"
       ],
       "definition": "grant"
      }
     },
     "expires": {
      "kind": "scalar",
      "definition": "time"
     },
     "not_before": {
      "kind": "scalar",
      "definition": "time"
     },
     "disabled": {
      "kind": "scalar"
     },
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       },
       "budget": {
        "kind": "scalar",
        "definition": "budget"
       },
       "per_model": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          },
          "budget": {
           "kind": "scalar",
           "definition": "budget"
          }
         },
         "required": [],
         "definition": "model_limits"
        }
       }
      },
      "required": []
     },
     "objects_owner": {
      "kind": "scalar"
     },
     "group": {
      "kind": "scalar"
     },
     "end_users": {
      "kind": "object",
      "fields": {
       "from": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "end_user_source"
        }
       },
       "rate_limit": {
        "kind": "object",
        "fields": {
         "requests": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "tokens": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "concurrency": {
          "kind": "scalar"
         },
         "budget": {
          "kind": "scalar",
          "definition": "budget"
         },
         "per_model": {
          "kind": "map",
          "names": "",
          "each": {
           "kind": "object",
           "fields": {
            "requests": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "tokens": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "concurrency": {
             "kind": "scalar"
            },
            "budget": {
             "kind": "scalar",
             "definition": "budget"
            }
           },
           "required": [],
           "definition": "model_limits"
          }
         }
        },
        "required": []
       }
      },
      "required": [
       "from",
       "rate_limit"
      ]
     },
     "owner": {
      "kind": "scalar"
     },
     "created": {
      "kind": "scalar",
      "definition": "time"
     },
     "note": {
      "kind": "scalar"
     },
     "allow_from": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "tags": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     }
    },
    "required": [],
    "definition": "key"
   }
  }
 },
 "required": [
  "keys"
 ]
};

export const includedFileShape: Shape = {
 "kind": "object",
 "fields": {
  "backends": {
   "kind": "map",
   "names": "plain_name",
   "each": {
    "kind": "object",
    "fields": {
     "url": {
      "kind": "scalar"
     },
     "plaintext": {
      "kind": "scalar"
     },
     "paths": {
      "kind": "object",
      "fields": {
       "batches": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "chat_completions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "completions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "conversations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "count_tokens": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "embeddings": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "files": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "image_edits": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "image_variations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "images": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "message_batches": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "messages": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "moderations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "rerank": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses_compact": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "responses_input_tokens": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "speech": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "transcriptions": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "translations": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "uploads": {
        "kind": "object",
        "fields": {
         "whole": {
          "kind": "scalar",
          "definition": "path"
         },
         "stream": {
          "kind": "scalar",
          "definition": "path"
         }
        },
        "required": [
         "whole",
         "stream"
        ],
        "definition": "endpoint_path"
       },
       "gemini": {
        "kind": "scalar",
        "definition": "path"
       },
       "gemini_stream": {
        "kind": "scalar",
        "definition": "path"
       },
       "bedrock_converse": {
        "kind": "scalar",
        "definition": "path"
       },
       "bedrock_converse_stream": {
        "kind": "scalar",
        "definition": "path"
       }
      },
      "required": [],
      "each": {
       "kind": "object",
       "fields": {
        "whole": {
         "kind": "scalar",
         "definition": "path"
        },
        "stream": {
         "kind": "scalar",
         "definition": "path"
        }
       },
       "required": [
        "whole",
        "stream"
       ],
       "definition": "endpoint_path"
      }
     },
     "wire": {
      "kind": "object",
      "fields": {
       "vertex": {
        "kind": "object",
        "fields": {
         "anthropic_version": {
          "kind": "scalar",
          "definition": "anthropic_version"
         }
        },
        "required": []
       },
       "bedrock": {
        "kind": "object",
        "fields": {
         "anthropic_version": {
          "kind": "scalar",
          "definition": "anthropic_version"
         },
         "betas": {
          "kind": "list",
          "each": {
           "kind": "scalar"
          }
         }
        },
        "required": []
       }
      },
      "required": [],
      "alternatives": [
       [
        "vertex"
       ],
       [
        "bedrock"
       ]
      ],
      "definition": "wire"
     },
     "project": {
      "kind": "scalar",
      "definition": "project"
     },
     "location": {
      "kind": "scalar",
      "definition": "location"
     },
     "query": {
      "kind": "map",
      "names": "query_name",
      "each": {
       "kind": "scalar"
      }
     },
     "auth": {
      "kind": "object",
      "fields": {
       "bearer": {
        "kind": "scalar",
        "definition": "secret"
       },
       "header": {
        "kind": "scalar",
        "definition": "header_name"
       },
       "value": {
        "kind": "scalar",
        "definition": "secret"
       },
       "prefix": {
        "kind": "scalar",
        "definition": "token_prefix"
       },
       "file": {
        "kind": "scalar",
        "definition": "file"
       },
       "exec": {
        "kind": "object",
        "fields": {
         "command": {
          "kind": "list",
          "each": {
           "kind": "scalar"
          }
         },
         "every": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "30s",
           "24h"
          ]
         },
         "timeout": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "1s",
           "60s"
          ]
         },
         "env": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "variable_name"
          }
         }
        },
        "required": [
         "command"
        ],
        "definition": "auth_exec"
       },
       "oauth2": {
        "kind": "object",
        "fields": {
         "token_url": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "grant": {
          "kind": "scalar",
          "words": [
           "client_credentials",
           "jwt_bearer",
           "token_exchange"
          ]
         },
         "client_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "client_secret": {
          "kind": "scalar",
          "definition": "secret"
         },
         "send_secret": {
          "kind": "scalar",
          "words": [
           "basic",
           "body"
          ]
         },
         "private_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "key_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "alg": {
          "kind": "scalar",
          "words": [
           "RS256",
           "ES256",
           "PS256"
          ]
         },
         "assertion_audience": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "assertion": {
          "kind": "object",
          "fields": {
           "file": {
            "kind": "scalar",
            "definition": "file"
           }
          },
          "required": [
           "file"
          ]
         },
         "subject_token_type": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "audience": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "resource": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "parameters": {
          "kind": "map",
          "names": "parameter_name",
          "each": {
           "kind": "scalar"
          }
         },
         "body": {
          "kind": "scalar",
          "words": [
           "form",
           "json"
          ]
         },
         "headers": {
          "kind": "map",
          "names": "header_name",
          "each": {
           "kind": "scalar"
          },
          "definition": "headers"
         },
         "lifetime": {
          "kind": "scalar",
          "definition": "duration",
          "bounds": [
           "10s",
           "24h"
          ]
         }
        },
        "required": [
         "token_url"
        ],
        "definition": "auth_oauth2"
       },
       "aws": {
        "kind": "object",
        "fields": {
         "region": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "service": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "as": {
          "kind": "scalar",
          "words": [
           "signature",
           "api_key"
          ]
         },
         "access_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "secret_key": {
          "kind": "scalar",
          "definition": "secret"
         },
         "session_token": {
          "kind": "scalar",
          "definition": "secret"
         },
         "profile": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "config_file": {
          "kind": "scalar",
          "definition": "file"
         },
         "credentials_file": {
          "kind": "scalar",
          "definition": "file"
         },
         "role": {
          "kind": "object",
          "fields": {
           "arn": {
            "kind": "scalar",
            "definition": "open_text"
           },
           "external_id": {
            "kind": "scalar"
           },
           "session_name": {
            "kind": "scalar",
            "definition": "open_text"
           },
           "duration": {
            "kind": "scalar",
            "definition": "duration",
            "bounds": [
             "15m",
             "12h"
            ]
           }
          },
          "required": [
           "arn"
          ]
         },
         "from": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "words": [
            "env",
            "profile",
            "web_identity",
            "container",
            "imds"
           ]
          }
         }
        },
        "required": [],
        "definition": "auth_aws"
       },
       "google": {
        "kind": "object",
        "fields": {
         "credentials": {
          "kind": "scalar",
          "definition": "key_file"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "impersonate": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "quota_project": {
          "kind": "scalar",
          "definition": "open_text"
         }
        },
        "required": [],
        "definition": "auth_google"
       },
       "azure": {
        "kind": "object",
        "fields": {
         "client_secret": {
          "kind": "scalar",
          "definition": "secret"
         },
         "workload_identity": {
          "kind": "scalar"
         },
         "managed_identity": {
          "kind": "object",
          "fields": {
           "client_id": {
            "kind": "scalar",
            "definition": "open_text"
           }
          },
          "required": []
         },
         "tenant": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "client_id": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "scope": {
          "kind": "scalar",
          "definition": "open_text"
         },
         "authority": {
          "kind": "scalar",
          "definition": "open_text"
         }
        },
        "required": [],
        "alternatives": [
         [
          "client_secret"
         ],
         [
          "workload_identity"
         ],
         [
          "managed_identity"
         ]
        ],
        "definition": "auth_azure"
       }
      },
      "required": [],
      "alternatives": [
       [
        "bearer"
       ],
       [
        "header",
        "value"
       ],
       [
        "file"
       ],
       [
        "exec"
       ],
       [
        "oauth2"
       ],
       [
        "aws"
       ],
       [
        "google"
       ],
       [
        "azure"
       ]
      ],
      "definition": "auth"
     },
     "headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "scalar"
      },
      "definition": "headers"
     },
     "default_headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "scalar"
      },
      "definition": "headers"
     },
     "add_headers": {
      "kind": "map",
      "names": "header_name",
      "each": {
       "kind": "list",
       "each": {
        "kind": "scalar"
       }
      }
     },
     "flavor": {
      "kind": "scalar",
      "words": [
       "openai",
       "vllm",
       "llama_cpp",
       "deepseek",
       "openrouter",
       "generic"
      ]
     },
     "forward_app_headers": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "remove_headers": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "header_glob"
        }
       },
       "remove": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "body_path"
        }
       },
       "set": {
        "kind": "map",
        "names": "body_path",
        "each": {
         "kind": "scalar"
        }
       },
       "default": {
        "kind": "map",
        "names": "body_path",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "timeouts": {
      "kind": "object",
      "fields": {
       "connect": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "10m"
        ]
       },
       "first_byte": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "answer": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1s",
         "24h"
        ]
       },
       "idle": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "progress": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       },
       "total": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "1ms",
         "24h"
        ]
       }
      },
      "required": []
     },
     "proxy": {
      "kind": "scalar"
     },
     "max_connection_age": {
      "kind": "scalar",
      "bounds": [
       "1s",
       "24h"
      ]
     },
     "vendor": {
      "kind": "scalar"
     },
     "usage_in_streams": {
      "kind": "scalar",
      "words": [
       "ask",
       "given",
       "none"
      ]
     },
     "formerly": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "plain_name"
      }
     },
     "lists": {
      "kind": "scalar"
     },
     "max_requests_per_connection": {
      "kind": "scalar"
     },
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       }
      },
      "required": [],
      "definition": "capacity"
     },
     "max_connections": {
      "kind": "scalar"
     },
     "health": {
      "kind": "object",
      "fields": {
       "path": {
        "kind": "scalar",
        "definition": "path"
       },
       "interval": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "100ms",
         "1h"
        ]
       }
      },
      "required": [
       "path"
      ]
     },
     "tls": {
      "kind": "object",
      "fields": {
       "ca": {
        "kind": "scalar",
        "definition": "file"
       },
       "server_name": {
        "kind": "scalar"
       },
       "cert": {
        "kind": "scalar",
        "definition": "file"
       },
       "key": {
        "kind": "scalar",
        "definition": "file"
       }
      },
      "required": []
     },
     "simulator": {
      "kind": "object",
      "fields": {
       "latency": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "0ms",
         "10m"
        ]
       },
       "tokens_per_second": {
        "kind": "scalar"
       },
       "text": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [],
    "alternatives": [
     [
      "url"
     ],
     [
      "simulator"
     ]
    ],
    "definition": "backend"
   }
  },
  "models": {
   "kind": "map",
   "names": "model_name",
   "each": {
    "kind": "object",
    "fields": {
     "owned_by": {
      "kind": "scalar"
     },
     "created": {
      "kind": "scalar"
     },
     "balance": {
      "kind": "scalar",
      "words": [
       "least_busy",
       "weighted",
       "lowest_latency",
       "lowest_cost",
       "sticky"
      ]
     },
     "fallbacks": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "deployments": {
      "kind": "list",
      "each": {
       "kind": "object",
       "fields": {
        "backend": {
         "kind": "scalar"
        },
        "id": {
         "kind": "scalar",
         "definition": "plain_name"
        },
        "model": {
         "kind": "scalar"
        },
        "priority": {
         "kind": "scalar"
        },
        "rate_limit": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          }
         },
         "required": [],
         "definition": "capacity"
        },
        "disabled": {
         "kind": "scalar"
        },
        "weight": {
         "kind": "scalar"
        },
        "catalogue": {
         "kind": "scalar",
         "definition": "catalogue_entry"
        },
        "price": {
         "kind": "object",
         "fields": {
          "input": {
           "kind": "scalar"
          },
          "cached_input": {
           "kind": "scalar"
          },
          "cache_write": {
           "kind": "scalar"
          },
          "cache_write_1h": {
           "kind": "scalar"
          },
          "audio_input": {
           "kind": "scalar"
          },
          "image_input": {
           "kind": "scalar"
          },
          "output": {
           "kind": "scalar"
          },
          "audio_output": {
           "kind": "scalar"
          },
          "image_output": {
           "kind": "scalar"
          },
          "per_image": {
           "kind": "scalar"
          },
          "per_minute": {
           "kind": "scalar"
          },
          "per_second": {
           "kind": "scalar"
          },
          "per_million_characters": {
           "kind": "scalar"
          },
          "per_search_unit": {
           "kind": "scalar"
          },
          "per_request": {
           "kind": "scalar"
          },
          "per_unit": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          },
          "per_tool_call": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          },
          "tiers": {
           "kind": "list",
           "each": {
            "kind": "object",
            "fields": {
             "above_input": {
              "kind": "scalar"
             },
             "input": {
              "kind": "scalar"
             },
             "cached_input": {
              "kind": "scalar"
             },
             "cache_write": {
              "kind": "scalar"
             },
             "cache_write_1h": {
              "kind": "scalar"
             },
             "audio_input": {
              "kind": "scalar"
             },
             "image_input": {
              "kind": "scalar"
             },
             "output": {
              "kind": "scalar"
             },
             "audio_output": {
              "kind": "scalar"
             },
             "image_output": {
              "kind": "scalar"
             },
             "per_image": {
              "kind": "scalar"
             },
             "per_minute": {
              "kind": "scalar"
             },
             "per_second": {
              "kind": "scalar"
             },
             "per_million_characters": {
              "kind": "scalar"
             },
             "per_search_unit": {
              "kind": "scalar"
             },
             "per_request": {
              "kind": "scalar"
             },
             "per_unit": {
              "kind": "map",
              "names": "",
              "each": {
               "kind": "scalar"
              }
             },
             "per_tool_call": {
              "kind": "map",
              "names": "",
              "each": {
               "kind": "scalar"
              }
             }
            },
            "required": [
             "above_input"
            ],
            "definition": "price_tier"
           }
          },
          "tiers_by_service": {
           "kind": "map",
           "names": "",
           "each": {
            "kind": "scalar"
           }
          }
         },
         "required": [],
         "definition": "price"
        },
        "capabilities": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "words": [
           "vision",
           "pdf_input",
           "audio_input",
           "reasoning",
           "streaming",
           "function_calling",
           "parallel_function_calling",
           "tool_choice",
           "computer_use",
           "assistant_prefill",
           "prompt_caching",
           "web_search",
           "url_context"
          ],
          "definition": "capability"
         }
        },
        "translation": {
         "kind": "object",
         "fields": {
          "max_tokens": {
           "kind": "scalar"
          },
          "drop": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "dropped_path"
           }
          },
          "unknown_fields": {
           "kind": "scalar",
           "words": [
            "refuse",
            "drop"
           ]
          },
          "reasoning": {
           "kind": "scalar",
           "words": [
            "adaptive",
            "budget",
            "level",
            "anthropic",
            "none"
           ]
          },
          "budgets": {
           "kind": "object",
           "fields": {
            "minimal": {
             "kind": "scalar"
            },
            "low": {
             "kind": "scalar"
            },
            "medium": {
             "kind": "scalar"
            },
            "high": {
             "kind": "scalar"
            },
            "xhigh": {
             "kind": "scalar"
            },
            "max": {
             "kind": "scalar"
            }
           },
           "required": []
          },
          "cache": {
           "kind": "scalar",
           "words": [
            "marked",
            "auto"
           ]
          },
          "late_system": {
           "kind": "scalar",
           "words": [
            "in_place",
            "hoist"
           ]
          },
          "system_parts": {
           "kind": "scalar",
           "words": [
            "kept",
            "joined"
           ]
          },
          "developer_role": {
           "kind": "scalar",
           "words": [
            "kept",
            "system"
           ]
          },
          "token_field": {
           "kind": "scalar",
           "words": [
            "max_tokens",
            "max_completion_tokens"
           ]
          },
          "reasoning_field": {
           "kind": "scalar",
           "words": [
            "reasoning_content",
            "reasoning",
            "none"
           ]
          },
          "show_reasoning": {
           "kind": "scalar",
           "words": [
            "asked",
            "always"
           ]
          },
          "image_urls": {
           "kind": "scalar"
          }
         },
         "required": [],
         "definition": "translation"
        },
        "endpoints": {
         "kind": "object",
         "fields": {
          "chat_completions": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "completions": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "count_tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "embeddings": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "image_edits": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "image_variations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "images": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "messages": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "moderations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "rerank": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "responses": {
           "kind": "list",
           "fields": {
            "via": {
             "kind": "scalar",
             "words": [
              "chat_completions",
              "messages",
              "responses",
              "gemini",
              "bedrock_converse"
             ]
            },
            "capabilities": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "words": [
               "vision",
               "pdf_input",
               "audio_input",
               "reasoning",
               "streaming",
               "function_calling",
               "parallel_function_calling",
               "tool_choice",
               "computer_use",
               "assistant_prefill",
               "prompt_caching",
               "web_search",
               "url_context"
              ],
              "definition": "capability"
             }
            }
           },
           "required": [
            "via"
           ],
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           },
           "definition": "served_endpoint"
          },
          "responses_compact": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "responses_input_tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "speech": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "transcriptions": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          },
          "translations": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "words": [
             "vision",
             "pdf_input",
             "audio_input",
             "reasoning",
             "streaming",
             "function_calling",
             "parallel_function_calling",
             "tool_choice",
             "computer_use",
             "assistant_prefill",
             "prompt_caching",
             "web_search",
             "url_context"
            ],
            "definition": "capability"
           }
          }
         },
         "required": [],
         "each": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "words": [
            "vision",
            "pdf_input",
            "audio_input",
            "reasoning",
            "streaming",
            "function_calling",
            "parallel_function_calling",
            "tool_choice",
            "computer_use",
            "assistant_prefill",
            "prompt_caching",
            "web_search",
            "url_context"
           ],
           "definition": "capability"
          }
         }
        }
       },
       "required": [
        "backend",
        "endpoints"
       ],
       "definition": "deployment"
      }
     }
    },
    "required": [
     "deployments"
    ],
    "definition": "model"
   }
  },
  "rate_limits": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "requests": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "rate"
      },
      "definition": "rates"
     },
     "tokens": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "rate"
      },
      "definition": "rates"
     },
     "concurrency": {
      "kind": "scalar"
     },
     "budget": {
      "kind": "scalar",
      "definition": "budget"
     },
     "per_model": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "object",
       "fields": {
        "requests": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "definition": "rate"
         },
         "definition": "rates"
        },
        "tokens": {
         "kind": "list",
         "each": {
          "kind": "scalar",
          "definition": "rate"
         },
         "definition": "rates"
        },
        "concurrency": {
         "kind": "scalar"
        },
        "budget": {
         "kind": "scalar",
         "definition": "budget"
        }
       },
       "required": [],
       "definition": "model_limits"
      }
     }
    },
    "required": [],
    "definition": "rate_limit"
   }
  },
  "identity": {
   "kind": "object",
   "fields": {
    "issuers": {
     "kind": "map",
     "names": "plain_name",
     "each": {
      "kind": "object",
      "fields": {
       "issuer": {
        "kind": "scalar",
        "definition": "open_text"
       },
       "audience": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "jwks": {
        "kind": "scalar",
        "definition": "open_text"
       },
       "algorithms": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "words": [
          "RS256",
          "RS384",
          "RS512",
          "PS256",
          "PS384",
          "PS512",
          "ES256",
          "ES384",
          "ES512",
          "EdDSA",
          "Ed25519"
         ]
        }
       },
       "clock_skew": {
        "kind": "scalar",
        "definition": "duration",
        "bounds": [
         "0s",
         "5m"
        ]
       },
       "rules": {
        "kind": "list",
        "each": {
         "kind": "object",
         "fields": {
          "when": {
           "kind": "map",
           "names": "claim_name",
           "each": {
            "kind": "list",
            "each": {
             "kind": "scalar"
            }
           }
          },
          "key": {
           "kind": "scalar"
          },
          "each": {
           "kind": "scalar",
           "definition": "claim_name"
          }
         },
         "required": [
          "when",
          "key"
         ],
         "definition": "identity_rule"
        }
       }
      },
      "required": [
       "issuer",
       "audience",
       "rules"
      ],
      "definition": "issuer"
     },
     "definition": "issuers"
    }
   },
   "required": [],
   "definition": "included_identity"
  },
  "groups": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       },
       "budget": {
        "kind": "scalar",
        "definition": "budget"
       },
       "per_model": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          },
          "budget": {
           "kind": "scalar",
           "definition": "budget"
          }
         },
         "required": [],
         "definition": "model_limits"
        }
       }
      },
      "required": []
     },
     "models": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "endpoints": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "batches",
        "chat_completions",
        "completions",
        "conversations",
        "count_tokens",
        "embeddings",
        "files",
        "image_edits",
        "image_variations",
        "images",
        "message_batches",
        "messages",
        "moderations",
        "rerank",
        "responses",
        "responses_compact",
        "responses_input_tokens",
        "speech",
        "transcriptions",
        "translations",
        "uploads",
        "all",
        "stateless"
       ],
       "forms": [
        "endpoint_name"
       ],
       "definition": "grant"
      }
     },
     "group": {
      "kind": "scalar"
     }
    },
    "required": [],
    "definition": "group"
   }
  },
  "keys": {
   "kind": "map",
   "names": "name",
   "each": {
    "kind": "object",
    "fields": {
     "hash": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "definition": "hash"
      }
     },
     "secret": {
      "kind": "scalar",
      "definition": "secret"
     },
     "certificate": {
      "kind": "object",
      "fields": {
       "san": {
        "kind": "scalar"
       },
       "subject": {
        "kind": "scalar"
       },
       "fingerprint": {
        "kind": "scalar"
       }
      },
      "required": [],
      "alternatives": [
       [
        "san"
       ],
       [
        "subject"
       ],
       [
        "fingerprint"
       ]
      ]
     },
     "models": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "endpoints": {
      "kind": "list",
      "each": {
       "kind": "scalar",
       "words": [
        "batches",
        "chat_completions",
        "completions",
        "conversations",
        "count_tokens",
        "embeddings",
        "files",
        "image_edits",
        "image_variations",
        "images",
        "message_batches",
        "messages",
        "moderations",
        "rerank",
        "responses",
        "responses_compact",
        "responses_input_tokens",
        "speech",
        "transcriptions",
        "translations",
        "uploads",
        "all",
        "stateless"
       ],
       "forms": [
        "endpoint_name"
       ],
       "definition": "grant"
      }
     },
     "expires": {
      "kind": "scalar",
      "definition": "time"
     },
     "not_before": {
      "kind": "scalar",
      "definition": "time"
     },
     "disabled": {
      "kind": "scalar"
     },
     "rate_limit": {
      "kind": "object",
      "fields": {
       "requests": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "tokens": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "rate"
        },
        "definition": "rates"
       },
       "concurrency": {
        "kind": "scalar"
       },
       "budget": {
        "kind": "scalar",
        "definition": "budget"
       },
       "per_model": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "object",
         "fields": {
          "requests": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "tokens": {
           "kind": "list",
           "each": {
            "kind": "scalar",
            "definition": "rate"
           },
           "definition": "rates"
          },
          "concurrency": {
           "kind": "scalar"
          },
          "budget": {
           "kind": "scalar",
           "definition": "budget"
          }
         },
         "required": [],
         "definition": "model_limits"
        }
       }
      },
      "required": []
     },
     "objects_owner": {
      "kind": "scalar"
     },
     "group": {
      "kind": "scalar"
     },
     "end_users": {
      "kind": "object",
      "fields": {
       "from": {
        "kind": "list",
        "each": {
         "kind": "scalar",
         "definition": "end_user_source"
        }
       },
       "rate_limit": {
        "kind": "object",
        "fields": {
         "requests": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "tokens": {
          "kind": "list",
          "each": {
           "kind": "scalar",
           "definition": "rate"
          },
          "definition": "rates"
         },
         "concurrency": {
          "kind": "scalar"
         },
         "budget": {
          "kind": "scalar",
          "definition": "budget"
         },
         "per_model": {
          "kind": "map",
          "names": "",
          "each": {
           "kind": "object",
           "fields": {
            "requests": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "tokens": {
             "kind": "list",
             "each": {
              "kind": "scalar",
              "definition": "rate"
             },
             "definition": "rates"
            },
            "concurrency": {
             "kind": "scalar"
            },
            "budget": {
             "kind": "scalar",
             "definition": "budget"
            }
           },
           "required": [],
           "definition": "model_limits"
          }
         }
        },
        "required": []
       }
      },
      "required": [
       "from",
       "rate_limit"
      ]
     },
     "owner": {
      "kind": "scalar"
     },
     "created": {
      "kind": "scalar",
      "definition": "time"
     },
     "note": {
      "kind": "scalar"
     },
     "allow_from": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "tags": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     }
    },
    "required": [],
    "definition": "key"
   }
  },
  "tests": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "key": {
        "kind": "scalar"
       },
       "claims": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": [
       "endpoint"
      ]
     },
     "usage": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "answer": {
        "kind": "scalar",
        "definition": "file"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "input": {
        "kind": "scalar"
       },
       "cached_input": {
        "kind": "scalar"
       },
       "cache_write": {
        "kind": "scalar"
       },
       "cache_write_1h": {
        "kind": "scalar"
       },
       "audio_input": {
        "kind": "scalar"
       },
       "image_input": {
        "kind": "scalar"
       },
       "output": {
        "kind": "scalar"
       },
       "audio_output": {
        "kind": "scalar"
       },
       "image_output": {
        "kind": "scalar"
       },
       "images": {
        "kind": "scalar"
       },
       "image_kind": {
        "kind": "scalar"
       },
       "seconds": {
        "kind": "scalar"
       },
       "characters": {
        "kind": "scalar"
       },
       "search_units": {
        "kind": "scalar"
       },
       "units": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "tool_calls": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "service_tier": {
        "kind": "scalar"
       }
      },
      "required": [
       "deployment"
      ]
     },
     "body": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "scalar"
      }
     },
     "down": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "expect": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "order": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "eligible": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "model": {
        "kind": "scalar"
       },
       "status": {
        "kind": "scalar"
       },
       "code": {
        "kind": "scalar"
       },
       "via": {
        "kind": "scalar",
        "words": [
         "native",
         "chat_completions",
         "messages",
         "responses",
         "gemini",
         "bedrock_converse"
        ]
       },
       "dropped": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "changed": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "param": {
        "kind": "scalar"
       },
       "cost": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [
     "name",
     "expect",
     "request"
    ],
    "definition": "routing_test"
   }
  },
  "never": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "key": {
        "kind": "scalar"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "reaches": {
      "kind": "object",
      "fields": {
       "backend": {
        "kind": "scalar"
       },
       "deployment": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [
     "name",
     "reaches"
    ],
    "definition": "never"
   }
  },
  "survives": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "key": {
        "kind": "scalar"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": []
     },
     "outages": {
      "kind": "scalar"
     }
    },
    "required": [
     "name"
    ],
    "definition": "survives"
   }
  }
 },
 "required": []
};

export const testsFileShape: Shape = {
 "kind": "object",
 "fields": {
  "tests": {
   "kind": "list",
   "each": {
    "kind": "object",
    "fields": {
     "name": {
      "kind": "scalar"
     },
     "request": {
      "kind": "object",
      "fields": {
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "model": {
        "kind": "scalar"
       },
       "models": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "tags": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "key": {
        "kind": "scalar"
       },
       "claims": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       }
      },
      "required": [
       "endpoint"
      ]
     },
     "usage": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "answer": {
        "kind": "scalar",
        "definition": "file"
       },
       "endpoint": {
        "kind": "scalar",
        "words": [
         "batches",
         "chat_completions",
         "completions",
         "conversations",
         "count_tokens",
         "embeddings",
         "files",
         "image_edits",
         "image_variations",
         "images",
         "message_batches",
         "messages",
         "moderations",
         "rerank",
         "responses",
         "responses_compact",
         "responses_input_tokens",
         "speech",
         "transcriptions",
         "translations",
         "uploads"
        ],
        "forms": [
         "endpoint_name"
        ],
        "definition": "endpoint"
       },
       "input": {
        "kind": "scalar"
       },
       "cached_input": {
        "kind": "scalar"
       },
       "cache_write": {
        "kind": "scalar"
       },
       "cache_write_1h": {
        "kind": "scalar"
       },
       "audio_input": {
        "kind": "scalar"
       },
       "image_input": {
        "kind": "scalar"
       },
       "output": {
        "kind": "scalar"
       },
       "audio_output": {
        "kind": "scalar"
       },
       "image_output": {
        "kind": "scalar"
       },
       "images": {
        "kind": "scalar"
       },
       "image_kind": {
        "kind": "scalar"
       },
       "seconds": {
        "kind": "scalar"
       },
       "characters": {
        "kind": "scalar"
       },
       "search_units": {
        "kind": "scalar"
       },
       "units": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "tool_calls": {
        "kind": "map",
        "names": "",
        "each": {
         "kind": "scalar"
        }
       },
       "service_tier": {
        "kind": "scalar"
       }
      },
      "required": [
       "deployment"
      ]
     },
     "body": {
      "kind": "map",
      "names": "",
      "each": {
       "kind": "scalar"
      }
     },
     "down": {
      "kind": "list",
      "each": {
       "kind": "scalar"
      }
     },
     "expect": {
      "kind": "object",
      "fields": {
       "deployment": {
        "kind": "scalar"
       },
       "order": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "eligible": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "model": {
        "kind": "scalar"
       },
       "status": {
        "kind": "scalar"
       },
       "code": {
        "kind": "scalar"
       },
       "via": {
        "kind": "scalar",
        "words": [
         "native",
         "chat_completions",
         "messages",
         "responses",
         "gemini",
         "bedrock_converse"
        ]
       },
       "dropped": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "changed": {
        "kind": "list",
        "each": {
         "kind": "scalar"
        }
       },
       "param": {
        "kind": "scalar"
       },
       "cost": {
        "kind": "scalar"
       }
      },
      "required": []
     }
    },
    "required": [
     "name",
     "expect",
     "request"
    ],
    "definition": "routing_test"
   }
  }
 },
 "required": [
  "tests"
 ]
};

/** The forms of `auth`, each by the first of its fields, with the fields that make it one. */
export const authForms = {
 "bearer": [
  "bearer"
 ],
 "header": [
  "header",
  "value"
 ],
 "file": [
  "file"
 ],
 "exec": [
  "exec"
 ],
 "oauth2": [
  "oauth2"
 ],
 "aws": [
  "aws"
 ],
 "google": [
  "google"
 ],
 "azure": [
  "azure"
 ]
} as const;

export type AuthForm = keyof typeof authForms;
